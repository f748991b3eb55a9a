"""Make the app's icons from the drawings: python -m tools.build.icons.

icon.svg is the seal, drawn by hand. From it come the seal with a dot (an opponent waits), the bitmaps for
systems without SVG, one with a border that a system may cut (maskable), and the white sign of a notification.
"""

import shutil
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

PUBLIC = Path(__file__).parents[2] / "web" / "public"
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
DOT = '<circle cx="51" cy="13" r="12" fill="#E7B860" stroke="#1B2230" stroke-width="3"/>'
GROUND = '<rect width="64" height="64" fill="#B5301F"/>'


def inside(seal: str) -> str:
    """Return the content of the drawing, without the svg element."""
    return seal[seal.index(">") + 1 : seal.rindex("</svg>")]


def drawing(content: str) -> str:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" stroke-linecap="round" '
        f'stroke-linejoin="round">{content}</svg>'
    )


def maskable(seal: str) -> str:
    """Shrink the seal: only the middle four fifths are sure to be visible."""
    return drawing(f'{GROUND}<g transform="translate(8 8) scale(.75)">{inside(seal)}</g>')


def badge(seal: str) -> str:
    """Remove the ground: only the shape that is not transparent counts."""
    return drawing(inside(seal).replace('fill="#B5301F"', 'fill="none"').replace("#FFF4E2", "#FFFFFF"))


def picture(page: Page, svg: str, size: int, name: str) -> None:
    page.set_viewport_size({"width": size, "height": size})
    page.set_content(f"<style>body {{margin: 0}} svg {{display: block; width: {size}px}}</style>{svg}")
    page.screenshot(path=PUBLIC / name, omit_background=True)


def main() -> None:
    seal = (PUBLIC / "icon.svg").read_text("utf-8")
    (PUBLIC / "icon-waits.svg").write_text(drawing(inside(seal) + DOT) + "\n", "utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=next(filter(None, map(shutil.which, BROWSERS))), args=["--no-sandbox"]
        )
        page = browser.new_page()
        picture(page, seal, 192, "icon-192.png")
        picture(page, seal, 512, "icon-512.png")
        picture(page, maskable(seal), 512, "icon-maskable-512.png")
        picture(page, maskable(seal), 180, "apple-touch-icon.png")
        picture(page, badge(seal), 96, "badge-96.png")
        browser.close()


if __name__ == "__main__":
    main()
