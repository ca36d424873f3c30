"""Which language a visitor gets: the one chosen by hand, else the first of the browser's that we have."""

from fastapi import Request, Response

from arbiter_hub.web.catalogues import DEFAULT, LANGUAGES

COOKIE = "lang"
PARAMETER = "lang"
YEAR_S = 365 * 24 * 3600


def language_of(request: Request) -> str:
    """One of LANGUAGES: from `?lang=`, else the cookie, else Accept-Language, else the default."""
    return wished(request) or DEFAULT


def wished(request: Request) -> str | None:
    """One of LANGUAGES, if somebody has asked for one: a browser always does, a program mostly does not."""
    for wish in (request.query_params.get(PARAMETER), request.cookies.get(COOKIE)):
        if wish in LANGUAGES:
            return wish
    return _best(request.headers.get("accept-language", ""))


def negotiate(header: str) -> str:
    """The best of LANGUAGES for an Accept-Language header, or the default."""
    return _best(header) or DEFAULT


def _best(header: str) -> str | None:
    """What does not parse counts as not wished."""
    wishes: list[tuple[float, int, str]] = []
    for position, part in enumerate(header.split(",")):
        tag, _, parameters = part.strip().partition(";")
        language = tag.strip().split("-")[0].lower()
        quality = _quality(parameters)
        if language in LANGUAGES and quality > 0:
            wishes.append((-quality, position, language))
    return min(wishes)[2] if wishes else None


def remember(request: Request, response: Response) -> None:
    """Keep a choice made by `?lang=` for a year; anything else leaves the cookie alone."""
    wish = request.query_params.get(PARAMETER)
    if wish in LANGUAGES:
        response.set_cookie(COOKIE, wish, max_age=YEAR_S, samesite="lax", httponly=True)


def _quality(parameters: str) -> float:
    for parameter in parameters.split(";"):
        name, _, value = parameter.partition("=")
        if name.strip() == "q":
            try:
                return float(value)
            except ValueError:
                return 0.0
    return 1.0
