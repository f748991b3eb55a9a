"""Write a preview as the tags that chat programs read in the head of a page (Open Graph, Twitter cards)."""

from collections.abc import Iterator
from html import escape
from urllib.parse import quote, urlencode

from hanamachi.pictures.picture import HEIGHT, WIDTH
from hanamachi.server.previews.painter import version_of
from hanamachi.server.previews.preview import Place, Preview

LOCALES = {"en": "en_GB", "fr": "fr_FR", "pl": "pl_PL"}


def tags(preview: Preview, place: Place, site: str, path: str, *, pictured: bool) -> str:
    """Return the tags. `path`: of the page, without a query, which may hold a seat's secret."""
    picture = site + picture_path(preview, place) if pictured else ""
    lines = [
        f'<meta {kind}="{name}" content="{escape(content)}" />'
        for kind, name, content in facts(preview, site + quote(path), picture)
    ]
    return "".join(f"    {line}\n" for line in lines)


def picture_path(preview: Preview, place: Place) -> str:
    """Return where the picture of a preview is. Its version is part of the address: chat programs keep
    pictures."""
    picture = preview.picture
    query = {"lang": picture.lang, "v": version_of(picture)}
    query |= {"at": place.at} if place.at else {}
    return f"/api/previews/{place.kind}/{quote(place.id, safe='')}.png?{urlencode(query)}"


def facts(preview: Preview, url: str, picture: str) -> Iterator[tuple[str, str, str]]:
    """Yield the kind, the name and the content of each tag."""
    yield "property", "og:site_name", "Hanamachi"
    yield "property", "og:type", "website"
    yield "property", "og:url", url
    yield "property", "og:locale", LOCALES[preview.picture.lang]
    yield "property", "og:title", preview.title
    yield "property", "og:description", preview.description
    if picture:
        yield "property", "og:image", picture
        yield "property", "og:image:type", "image/png"
        yield "property", "og:image:width", str(WIDTH)
        yield "property", "og:image:height", str(HEIGHT)
        yield "property", "og:image:alt", preview.title
    yield "name", "twitter:card", "summary_large_image" if picture else "summary"
    yield "name", "twitter:title", preview.title
    yield "name", "twitter:description", preview.description
    if picture:
        yield "name", "twitter:image", picture
