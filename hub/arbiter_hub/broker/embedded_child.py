"""The process of the embedded broker: `python -m arbiter_hub.broker.embedded_child HOST PORT`.

It ends when its standard input closes, that is, when the hub is gone in whatever way.
"""

import logging
import os
import sys
import threading

from iotcore import Broker

MAX_PAYLOAD = 16 * 1024


def _end_with_parent() -> None:
    sys.stdin.buffer.read()
    os._exit(0)  # rumqttd cannot be stopped in any other way


def main() -> None:
    """Run until the parent goes away."""
    # rumqttd reports every closed connection as an error.
    logging.basicConfig(level=logging.WARNING)
    logging.getLogger("rumqttd").setLevel(logging.CRITICAL)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    Broker(port=int(sys.argv[2]), listen=sys.argv[1], max_payload_size=MAX_PAYLOAD).run_forever()


if __name__ == "__main__":
    main()
