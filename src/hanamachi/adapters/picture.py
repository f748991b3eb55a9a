"""Draw a table's plain text as a picture, for `rgb_array`."""

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

INK, PAPER, MARGIN, SIZE = (40, 36, 32), (250, 246, 238), 16, 15


def picture(text: str) -> NDArray[np.uint8]:
    font = ImageFont.load_default(SIZE)
    left, top, right, bottom = ImageDraw.Draw(Image.new("RGB", (1, 1))).multiline_textbbox((0, 0), text, font)
    size = int(right - left) + 2 * MARGIN, int(bottom - top) + 2 * MARGIN
    paper = Image.new("RGB", size, PAPER)
    ImageDraw.Draw(paper).multiline_text((MARGIN, MARGIN - top), text, INK, font)
    drawn: NDArray[np.uint8] = np.asarray(paper)
    return drawn
