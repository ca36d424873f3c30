"""The page that says why another page is not there: which value does not fit, what was found, what is allowed."""

from typing import Final

from fastapi import Request
from fastapi.responses import HTMLResponse

from arbiter_hub.phrases import N_, said
from arbiter_hub.web.catalogues import translations
from arbiter_hub.web.language import language_of
from arbiter_hub.web.templating import page

#: What the values in addresses and forms are called.
FIELDS: Final[dict[str, str]] = {
    "path": N_("Address"),
    "table": N_("Table"),
    "site": N_("Site"),
    "match": N_("Match"),
    "match_id": N_("Match"),
    "tournament": N_("Tournament"),
    "number": N_("Number"),
    "season": N_("Season"),
    "season_id": N_("Season"),
    "series": N_("Series"),
    "game": N_("Game"),
    "as_of": N_("Day"),
    "minutes": N_("Minutes"),
    "layout": N_("Layout"),
    "place": N_("Place"),
    "size": N_("Size"),
    "clock": N_("Clock"),
    "role": N_("Role"),
    "login": N_("Signed in as"),
    "Origin": N_("Page that has sent the form"),
}
HEADINGS: Final[dict[int, str]] = {
    401: N_("Please sign in"),
    403: N_("Your role does not allow this"),
    404: N_("There is nothing here"),
    413: N_("This is too much"),
    422: N_("The address or form does not fit"),
}
OTHER: Final = N_("This cannot be done")

#: Where people sign in, by the area of the page.
SIGN_IN: Final = {"/chess": "/chess/tournaments"}
DOCUMENTS: Final = ("/api/", "/static/")


def wants_page(request: Request) -> bool:
    """Whether a person is to read the answer: the address is a page's, or nobody's and a browser asks for a page."""
    route: object = request.scope.get("route")
    if route is not None:
        return getattr(route, "response_class", None) is HTMLResponse
    path = request.url.path
    return "text/html" in request.headers.get("accept", "") and not path.startswith(DOCUMENTS)


def problem_page(request: Request, status: int, *, field: str, found: str, allowed: str) -> HTMLResponse:
    """The page, in the language of whoever reads it."""
    catalogue = translations(language_of(request))
    sign_in = next((href for area, href in SIGN_IN.items() if request.url.path.startswith(area)), None)
    return page(
        request,
        "problem.html",
        status,
        heading=catalogue.gettext(HEADINGS.get(status, OTHER)),
        field=catalogue.gettext(FIELDS[field]) if field in FIELDS else field,
        found=said(found, catalogue),
        allowed=said(allowed, catalogue),
        sign_in=(sign_in or f"/sign-in?next={request.url.path}") if status in (401, 403) else None,
    )
