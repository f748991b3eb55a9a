"""How the host of a club evening does deeds: with commands in a terminal, or with clicks on the page."""

import asyncio
import re
import subprocess
import sys
from pathlib import Path
from typing import Protocol

from playwright.async_api import Browser, Locator, Page, async_playwright

from tests.e2e.support.server import CHROMIUM, FLAGS
from tools.quality.club_evening.visitors import PATIENCE, Visitor

SIZES = ((1280, 800), (390, 844), (844, 390))
WEEK = "604800"  # seconds, as the page's list of lengths has them


class Desk(Protocol):
    """What the host can do about people. Every deed returns what the host is told."""

    async def mute(self, name: str, why: str) -> str: ...
    async def warn(self, name: str, why: str) -> str: ...
    async def rename(self, name: str, wanted: str, why: str) -> str: ...
    async def sign_out(self, name: str, why: str) -> str: ...
    async def ban(self, name: str, why: str, *, network: bool = False) -> str: ...
    async def answer(self, author: str, why: str) -> str:
        """Ban the author of the report that waits, for a week."""

    async def close(self, table: str, names: str, why: str) -> str: ...
    async def look(self, moment: str) -> None:
        """Take pictures of what the host sees, if there is something to see."""

    async def end(self) -> None: ...


class Terminal:
    """The commands of `hanamachi host`."""

    def __init__(self, url: str) -> None:
        self.url = url

    def run(self, *args: str) -> str:
        """Run a command; return what it printed."""
        command = [sys.executable, "-m", "hanamachi", "host", *args, "--database", self.url, "--lang", "en"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE * 4)
        return (done.stdout + done.stderr).strip()

    async def __call__(self, *args: str) -> str:
        return await asyncio.to_thread(self.run, *args)

    async def mute(self, name: str, why: str) -> str:
        return await self("mute", name, "--for", "1d", "--why", why)

    async def warn(self, name: str, why: str) -> str:
        return await self("warn", name, "--why", why)

    async def rename(self, name: str, wanted: str, why: str) -> str:
        return await self("rename", name, wanted, "--why", why)

    async def sign_out(self, name: str, why: str) -> str:
        return await self("end-sessions", name, "--why", why)

    async def ban(self, name: str, why: str, *, network: bool = False) -> str:
        more = ("--address", "--yes") if network else ()
        return await self("ban", name, "--for", "1d", "--why", why, *more)

    async def answer(self, author: str, why: str) -> str:
        report = (await self("reports")).split()[0]
        return await self("ban", author, "--for", "7d", "--why", why, "--report", report)

    async def close(self, table: str, names: str, why: str) -> str:
        return await self("close", table, "--why", why)

    async def look(self, moment: str) -> None:
        """See nothing."""

    async def end(self) -> None:
        """Have nothing open."""


class HostPage:
    """The page /host in Chromium, with the host's cookies."""

    def __init__(self, page: Page, browser: Browser, pictures: Path | None) -> None:
        self.page, self.browser, self.pictures = page, browser, pictures

    async def person(self, name: str, button: str) -> Locator:
        """Find somebody and press a button below the name; return the dialog."""
        await self.page.get_by_role("searchbox", name="Find by name").fill(name)
        await self.page.get_by_role("button", name="Find", exact=True).click()
        dots = self.page.get_by_role("button", name=f"What to do about {name}", exact=True)
        if await dots.get_attribute("aria-expanded") == "false":
            await dots.click()
        await self.page.locator("li", has=dots).get_by_role("button", name=button).click()
        return self.page.locator("dialog[open]")

    async def done(self, dialog: Locator, why: str) -> str:
        """Give the reason and press the button that does the deed."""
        await dialog.get_by_label(re.compile("^Reason")).fill(why)
        await dialog.locator(".seal").click()
        await dialog.wait_for(state="detached")
        return await self.page.locator("p.done").inner_text()

    async def mute(self, name: str, why: str) -> str:
        return await self.done(await self.person(name, "Mute…"), why)

    async def warn(self, name: str, why: str) -> str:
        return await self.done(await self.person(name, "Warn…"), why)

    async def rename(self, name: str, wanted: str, why: str) -> str:
        dialog = await self.person(name, "Rename…")
        await dialog.get_by_label("New name").fill(wanted)
        return await self.done(dialog, why)

    async def sign_out(self, name: str, why: str) -> str:
        return await self.done(await self.person(name, "Sign out…"), why)

    async def ban(self, name: str, why: str, *, network: bool = False) -> str:
        dialog, shared = await self.person(name, "Ban…"), ""
        if network:
            box = dialog.get_by_role("checkbox")
            await box.check()
            shared = await dialog.locator("label.check").inner_text()
            await self.look("ban")
        return f"{await self.done(dialog, why)} {shared}".replace("\n", " ")

    async def answer(self, author: str, why: str) -> str:
        report = self.page.get_by_role("article", name=re.compile(f" reports {author}$"))
        await report.get_by_role("button", name="Ban…").click()
        dialog = self.page.locator("dialog[open]")
        await dialog.get_by_label("For how long").select_option(WEEK)
        return await self.done(dialog, why)

    async def close(self, table: str, names: str, why: str) -> str:
        everything = self.page.get_by_role("region", name="Tables").get_by_role("button", name="Show all")
        if await everything.count():
            await everything.click()
        row = self.page.get_by_role("region", name="Tables").locator(f'li:has(a[href="/t/{table}"])')
        await row.get_by_role("button", name=f"Close…: {names}", exact=True).click()
        return await self.done(self.page.locator("dialog[open]"), why)

    async def look(self, moment: str) -> None:
        if self.pictures is None:
            return
        for theme in ("light", "dark"):
            await self.page.emulate_media(color_scheme=theme)
            for width, height in SIZES:
                await self.page.set_viewport_size({"width": width, "height": height})
                await self.page.wait_for_timeout(400)
                path = self.pictures / f"{moment}-{width}x{height}-{theme}.png"
                await self.page.screenshot(path=path, full_page=moment != "ban")
        await self.page.set_viewport_size({"width": SIZES[0][0], "height": SIZES[0][1]})

    async def end(self) -> None:
        await self.browser.close()


async def opened_page(host: Visitor, pictures: Path | None) -> HostPage:
    """Open the host's page in a browser of its own."""
    playwright = await async_playwright().start()
    browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
    base = f"http://127.0.0.1:{host.port}"
    context = await browser.new_context(base_url=base, locale="en-GB", reduced_motion="reduce")
    context.set_default_timeout(PATIENCE * 1000)
    await context.add_cookies(
        [{"name": each.name, "value": each.value or "", "url": base} for each in host.http.cookies.jar]
    )
    page = await context.new_page()
    await page.goto("/host")
    await page.get_by_role("heading", name="Host", level=1).wait_for()
    return HostPage(page, browser, pictures)
