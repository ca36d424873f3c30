"""Templates in the visitor's language, with the headers that every page carries."""

import json
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from arbiter_clock.presets import NAMES, preset
from arbiter_hub.sites import Sites
from arbiter_hub.web.catalogues import LANGUAGES, translations
from arbiter_hub.web.language import language_of, remember
from arbiter_hub.web.script_strings import script_strings

HERE = Path(__file__).parent
STATIC = HERE / "static"

#: Areas that a slimmer installation may leave out, by their address.
PARTS = {"/bridge": "arbiter_hub.api.bridge", "/chess": "arbiter_hub.api.chess"}

# No inline script, no inline style, nothing from elsewhere.
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'"
)
HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-cache",
    "Vary": "Accept-Language, Cookie",
}


@cache
def environment(language: str) -> Environment:
    """Jinja2 for one language; an unknown name in a template raises."""
    env = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=select_autoescape(),
        undefined=StrictUndefined,
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
        lstrip_blocks=True,
    )
    # The extension adds this method to the environment; its own type does not know of it.
    env.install_gettext_translations(translations(language), newstyle=True)  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]
    return env


@cache
def common(language: str) -> dict[str, Any]:
    """What every template may name."""
    return {
        "languages": LANGUAGES,
        "language": language,
        "strings_json": data_block(script_strings(translations(language))),
        "periods_json": data_block(periods()),
        "left_out": [href for href, module in PARTS.items() if find_spec(module) is None],
    }


def of_sites(sites: Sites) -> dict[str, Any]:
    """What templates may name of the hub's sites."""
    known = [(sites.stored(name), name, sites.title(name)) for name in sites.names]

    def site_title(stored: str) -> str:
        return sites.title(sites.named(stored))

    return {
        "sites": known if sites.several else [],
        "sites_json": data_block(known),
        "label": sites.label,
        "place": sites.place,
        "site_title": site_title,
    }


def periods() -> dict[str, list[list[int]]]:
    """[seconds, points to the opponent] of each period, by the name of the preset."""
    return {name: [[period.ms // 1000, period.points] for period in preset(name).periods] for name in NAMES}


def data_block(value: object) -> str:
    """JSON that is safe inside a `<script type="application/json">` element."""
    return json.dumps(value, ensure_ascii=False).replace("<", "\\u003c").replace("&", "\\u0026")


def page(request: Request, template: str, status: int = 200, **context: Any) -> HTMLResponse:
    """Render `template` in the visitor's language."""
    language = language_of(request)
    sites: Sites = request.app.state.hub.sites
    names = {**common(language), "path": request.url.path, **of_sites(sites), **context}
    html = environment(language).get_template(template).render(names)
    response = HTMLResponse(html, status_code=status, headers=HEADERS)
    remember(request, response)
    return response
