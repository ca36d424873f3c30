"""Presets: the figures of the specification, and that each of them is acted upon."""

from expect import refused

from arbiter_clock import more_presets, presets


# [rule DBU 4.5(a); DBU 4.5(b)]
def test_the_dbu_preset_has_the_figures_of_the_paragraph():
    dbu = presets.preset(presets.DEFAULT)
    assert dbu.name == "dbu-5-kegel"
    assert [(p.ms, p.points, p.turn_lost, p.free_ball) for p in dbu.periods] == [
        (40_000, 2, False, False),
        (20_000, 2, True, True),
    ]
    assert dbu.break_ms == 40_000
    assert dbu.extension is None
    assert dbu.turn_mode == "alternate"
    assert dbu.enable_role == "direction"
    assert not dbu.warn_audible
    assert dbu.auto_start_ms is None


def test_the_presets_that_are_loaded_on_demand_are_all_named():
    assert tuple([row[0] for row in more_presets.ROWS]) == presets.MORE


def test_every_preset_names_its_edition_and_its_source():
    assert len(presets.NAMES) == len(set(presets.NAMES)) == 20
    for name in presets.NAMES:
        preset = presets.preset(name)
        assert preset.name == name
        assert 0 < len(preset.edition) <= 64
        assert preset.source.split(":")[0].split(";")[0].split(" ")[0] in (
            "seed",
            "primary",
            "secondary",
            "interpretation",
            "own",
        )


def test_every_preset_is_well_formed():
    for name in presets.NAMES:
        preset = presets.preset(name)
        assert [period.turn_lost for period in preset.periods][-1]
        assert not any([period.turn_lost for period in preset.periods][:-1])
        assert not any([period.free_ball for period in preset.periods][:-1])
        assert list(preset.warn_at) == sorted(preset.warn_at, reverse=True)
        assert preset.turn_mode in ("alternate", "until_miss", "n_shots")
        assert (preset.n_shots > 0) == (preset.turn_mode == "n_shots")
        assert preset.enable_role in ("direction", "referee", "anyone")
        longest = max([period.ms for period in preset.periods] + [preset.break_ms])
        if preset.extension is not None:
            assert preset.extension.per in ("set", "match")
            assert 0 < preset.extension.count <= 15
            longest += preset.extension.ms
        assert longest <= 99_000, "two digits"
        assert all(at < longest for at in preset.warn_at)


def test_period_lengths():
    wpa = presets.preset("wpa")
    assert (wpa.period_ms(1, True, 0), wpa.period_ms(1, False, 0)) == (60_000, 35_000)
    pool = presets.preset("ultimate-pool")
    assert (pool.period_ms(1, False, 1_199_999), pool.period_ms(1, False, 1_200_000)) == (30_000, 15_000)
    dbu = presets.preset("dbu-5-kegel")
    assert (dbu.period_ms(1, True, 0), dbu.period_ms(2, True, 0)) == (40_000, 20_000)


def test_figures_of_the_other_disciplines():
    # First period s, its points, ball in hand; break s; warnings s; are they heard; extension; reduced; who orders it.
    last_five = (5, 4, 3, 2, 1)
    figures = {
        "umb-3-cushion": (30, 0, False, 30, (10,), False, (30, 3, "match", True, True), None, "direction"),
        "umb-3-cushion-40": (30, 0, False, 30, (10,), False, (30, 4, "match", True, True), None, "direction"),
        "carom-50": (50, 0, False, 50, (), False, None, None, "direction"),
        "carom-40": (40, 0, False, 40, (), False, None, None, "direction"),
        "dbu-pool-bundesliga": (45, 0, True, 60, (), False, (35, 1, "set", False, True), None, "direction"),
        "dbu-pool": (35, 0, True, 35, (10,), True, None, None, "referee"),
        "dbu-pool-45": (45, 0, True, 45, (10,), True, None, None, "referee"),
        "wpa": (35, 0, True, 60, (10,), True, (25, 1, "set", False, True), None, "referee"),
        "matchroom": (30, 0, True, 60, last_five, True, (30, 1, "set", False, True), None, "direction"),
        "bcapl": (45, 0, True, 45, (), False, None, None, "referee"),
        "napa": (60, 0, True, 60, (), False, None, None, "referee"),
        "aebf-8-ball": (60, 0, True, 60, (30,), True, None, None, "direction"),
        "ultimate-pool": (
            30,
            0,
            True,
            30,
            (),
            False,
            (30, 1, "match", False, True),
            (1_200, 15),
            "direction",
        ),
        "snooker-shoot-out": (15, 5, True, 15, (5,), True, None, (300, 10), "direction"),
        "chinese-8-ball": (
            45,
            0,
            True,
            30,
            (10,) + last_five,
            True,
            (30, 1, "set", False, False),
            None,
            "direction",
        ),
        "russian-pyramid": (45, 1, False, 45, (), False, (45, 1, "set", False, True), None, "direction"),
    }
    assert set(figures) == set(presets.MORE)
    for name, expected in figures.items():
        first, points, in_hand, after_break, warn_at, heard, extension, reduced, role = expected
        preset = presets.preset(name)
        (period,) = preset.periods
        assert (period.ms, period.points, period.turn_lost) == (1_000 * first, points, True), name
        assert (period.free_ball, preset.break_ms) == (in_hand, 1_000 * after_break), name
        assert preset.warn_at == tuple([1_000 * at for at in warn_at]), name
        assert preset.warn_audible == heard, name
        extra = preset.extension
        if extra is None:
            assert extension is None, name
        else:
            found = (extra.ms // 1_000, extra.count, extra.per, extra.automatic, extra.on_break)
            assert found == extension, name
        assert preset.reduced == (None if reduced is None else tuple([1_000 * at for at in reduced])), name
        assert (preset.turn_mode, preset.enable_role, preset.auto_start_ms) == ("until_miss", role, None), (
            name
        )


def test_an_unknown_preset_is_named_in_the_error():
    assert refused(presets.preset, "chess") == "preset"
