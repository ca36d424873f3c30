"""What people do on several pages."""

from playwright.sync_api import Page

#: What the browser itself reports of a request that is answered with 4xx.
REFUSED = r"status of 4\d\d"


def sign_in(page: Page, token: str, name: str = "Turnierleitung") -> None:
    """Sign in with the token of the first start."""
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Kennwort vom ersten Start").check()
    page.get_by_label("Passwort, Code oder Kennwort").fill(token)
    page.get_by_role("button", name="Anmelden").click()


def points(player: str) -> str:
    """Where the scorer's pad shows a player's points."""
    return f"[data-player='{player}'] .scorer-points span:last-child"
