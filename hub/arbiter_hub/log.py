"""Structured logging: readable lines on a terminal, JSON when a machine reads them."""

import logging
import sys
from typing import cast

import structlog

from arbiter_hub.settings import Settings


def configure_logging(settings: Settings) -> None:
    """Set up structlog for this process; secrets never reach it, as settings hold them as SecretStr."""
    renderer: structlog.types.Processor = (
        structlog.processors.JSONRenderer()
        if settings.log_json
        else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    )
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(
            logging.getLevelNamesMapping()[settings.log_level.upper()]
        ),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )


def logger(subject: str) -> structlog.stdlib.BoundLogger:
    """A logger whose lines carry the subject."""
    return cast("structlog.stdlib.BoundLogger", structlog.get_logger(subject=subject))
