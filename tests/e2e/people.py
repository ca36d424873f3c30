"""What people do on several pages."""

from collections.abc import Callable

from playwright.sync_api import Page

#: What the browser itself reports of a request that is answered with 4xx.
REFUSED = r"status of 4\d\d"


def sign_in(page: Page, token: str, name: str = "Turnierleitung") -> None:
    """Sign in with the token of the first start."""
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Kennwort vom ersten Start").check()
    page.get_by_label("Passwort, Code oder Kennwort").fill(token)
    page.get_by_role("button", name="Anmelden").click()


def press(clock: Page, key: str, heard: Callable[[], object]) -> None:
    """Press a key of a clock's page until it is `heard`.

    On a busy machine press and release may reach the clock in one go, and so short a closure is interference to it.
    """
    for _ in range(5):
        clock.keyboard.press(key)
        for _ in range(60):
            if heard():
                return
            clock.wait_for_timeout(50)
    raise AssertionError(f"the clock does not hear {key}")


def points(player: str) -> str:
    """Where the scorer's pad shows a player's points."""
    return f"[data-player='{player}'] .scorer-points span:last-child"
