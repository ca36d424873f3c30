"""The current match of a table, folded anew from the store."""

from sqlalchemy.ext.asyncio import AsyncConnection

from arbiter_hub.services.match_model import ActiveMatch, rules_of
from arbiter_hub.services.stored_thresholds import threshold_in
from arbiter_hub.store.events import events_of_match
from arbiter_hub.store.matches import StoredMatch, entries_of, orders_of
from arbiter_hub.store.tournaments import threshold_of
from arbiter_rules.billiards.match import MatchLog


async def load_match(connection: AsyncConnection, stored: StoredMatch) -> ActiveMatch:
    """The match with everything that happened in it until now."""
    active = ActiveMatch(stored, MatchLog(rules_of(stored)), await orders_of(connection, stored.id))
    for rank, event in await events_of_match(connection, stored.table, stored.base_rank, stored.base_seq):
        active.add_event(rank, event.body, event.received_at)
    for entry in await entries_of(connection, stored.id):
        active.add_entry(entry)
    threshold = await threshold_of(connection, stored.id)
    if threshold is not None:
        active.threshold, active.auto_by = threshold_in(threshold), threshold.auto_by
    return active
