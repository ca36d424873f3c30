"""Prometheus metrics. One registry a hub, so that several hubs can live in one process."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest


class Metrics:
    """Everything the hub counts."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.messages = self._counter("mqtt_messages", "MQTT messages received", "kind")
        self.events = self._counter("events", "clock events stored")
        self.duplicates = self._counter("event_duplicates", "clock events that were stored before")
        self.quarantined = self._counter("quarantined", "messages put into quarantine", "reason")
        self.retained_faults = self._counter("retained_faults", "retained events or commands cleared", "kind")
        self.connects = self._counter("broker_connects", "connections to the broker")
        self.commands = self._counter("commands", "commands sent to clocks", "outcome")
        self.store_errors = self._counter("store_errors", "transactions that failed and were tried again")
        self.restarts = self._counter("child_restarts", "programs that died and were started again", "child")
        self.viewers = Gauge("arbiter_viewers", "open streams", registry=self.registry)
        self.tables = Gauge("arbiter_tables", "tables that the hub knows", ["site"], registry=self.registry)
        self.connected = Gauge("arbiter_broker_connected", "1 while connected", registry=self.registry)
        self.commit_seconds = Histogram(
            "arbiter_commit_seconds",
            "time from the first message of a batch to its commit",
            buckets=(0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0),
            registry=self.registry,
        )

    def _counter(self, name: str, text: str, *labels: str) -> Counter:
        return Counter(f"arbiter_{name}", text, labels, registry=self.registry)

    def exposition(self) -> bytes:
        """The text format that Prometheus scrapes."""
        return generate_latest(self.registry)

    def value(self, name: str, **labels: str) -> float:
        """One sample by its full name; 0 while nothing was counted."""
        return self.registry.get_sample_value(name, labels) or 0.0
