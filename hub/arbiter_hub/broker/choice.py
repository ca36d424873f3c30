"""The broker that the settings ask for."""

from arbiter_hub.broker.base import Broker
from arbiter_hub.broker.embedded import EmbeddedBroker
from arbiter_hub.broker.external import ExternalBroker
from arbiter_hub.broker.mosquitto import MosquittoBroker
from arbiter_hub.metrics import Metrics
from arbiter_hub.settings import Settings
from arbiter_hub.sites import Sites


def make_broker(settings: Settings, metrics: Metrics, sites: Sites | None = None) -> Broker:
    """Not started yet."""
    if settings.broker == "external":
        return ExternalBroker(settings)
    if settings.broker == "mosquitto":
        return MosquittoBroker(settings, metrics, sites)
    return EmbeddedBroker(settings, metrics)
