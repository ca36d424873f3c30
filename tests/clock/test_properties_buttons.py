"""Properties of the buttons under any edges and any sampling."""

from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter_clock.buttons import HOLD_MS, INPUTS, Buttons

closures = st.lists(st.tuples(st.integers(30, 400), st.integers(2, 1_500)), max_size=12)


def edges_of(closed: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Edges (t, level) of a contact that is open and closed for these spans."""
    t = 1_000
    edges = []
    for opened, span in closed:
        t += opened
        edges.append((t, 1))
        t += span
        edges.append((t, 0))
    return edges


def run(edges: list[tuple[int, int]], button: int, polls: list[int]) -> list[tuple[str, int]]:
    buttons = Buttons(0)
    found = []
    waiting = list(edges)
    for now in polls:
        while waiting and waiting[0][0] <= now:
            at, level = waiting.pop(0)
            buttons.edge(button, level, at)
        found += buttons.poll(now)
        assert buttons.drained_to(now) < now
    return found


@settings(deadline=None)
@given(closures, st.integers(0, 5), st.lists(st.integers(1, 100), min_size=1, max_size=50))
def test_every_clean_closure_is_one_press_with_its_own_time_however_it_is_sampled(
    closed: list[tuple[int, int]], button: int, gaps: list[int]
) -> None:
    edges = edges_of(closed)
    end = edges[-1][0] + 200 if edges else 1_000
    polls, now = [], 1_000
    while now < end:
        now += gaps[len(polls) % len(gaps)]
        polls.append(now)
    press, hold, late = INPUTS[button]
    expected = []
    for (down, _), (up, _) in zip(edges[::2], edges[1::2], strict=True):
        held = up - down >= HOLD_MS
        if press and not (late and held):
            expected.append((press, down))
        if hold and held:
            expected.append((hold, down + HOLD_MS))
    assert run(edges, button, polls) == expected


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 60), st.integers(0, 5), st.booleans(), st.booleans()), max_size=80))
def test_over_all_buttons_times_never_run_backwards_and_what_is_drained_stays_so(
    edges: list[tuple[int, int, bool, bool]],
) -> None:
    buttons = Buttons(0)
    t = 1_000
    last = drained = 0
    for gap, button, level, sampled in edges:
        t += gap
        buttons.edge(button, level, t)
        if not sampled:
            continue
        for _, at in buttons.poll(t):
            assert last <= at <= t
            assert at > drained
            last = at
        assert drained <= buttons.drained_to(t) < t
        drained = buttons.drained_to(t)
