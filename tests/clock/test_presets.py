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
    figures = {
        "umb-3-cushion": (30_000, (30_000, 3)),
        "umb-3-cushion-40": (30_000, (30_000, 4)),
        "carom-50": (50_000, None),
        "carom-40": (40_000, None),
        "dbu-pool-bundesliga": (45_000, (35_000, 1)),
        "dbu-pool": (35_000, None),
        "dbu-pool-45": (45_000, None),
        "wpa": (35_000, (25_000, 1)),
        "matchroom": (30_000, (30_000, 1)),
        "bcapl": (45_000, None),
        "napa": (60_000, None),
        "aebf-8-ball": (60_000, None),
        "ultimate-pool": (30_000, (30_000, 1)),
        "snooker-shoot-out": (15_000, None),
        "chinese-8-ball": (45_000, (30_000, 1)),
        "russian-pyramid": (45_000, (45_000, 1)),
    }
    for name, expected in figures.items():
        preset = presets.preset(name)
        extension = preset.extension
        found = (preset.periods[0].ms, None if extension is None else (extension.ms, extension.count))
        assert found == expected, name


def test_an_unknown_preset_is_named_in_the_error():
    assert refused(presets.preset, "chess") == "preset"
