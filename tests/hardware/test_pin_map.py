import pytest

from arbiter_hardware import checks, esp32, firmware
from arbiter_hardware.errors import DesignError
from arbiter_hardware.netlist import PIN_MAP

from .faults import leave_out, move

PINS = {function: gpio for function, (gpio, _) in PIN_MAP.items()}


def test_the_firmware_the_netlist_and_the_module_have_the_same_pin_map(netlist):
    assert checks.pin_map(netlist, firmware.pins()) == []


def test_a_pin_moved_in_the_firmware_is_found(netlist):
    moved = {**firmware.pins(), "BUTTON_SHOT": 32}
    assert checks.pin_map(netlist, moved) == ["BUTTON_SHOT: firmware GPIO32, netlist GPIO33"]


def test_a_pin_moved_at_the_module_is_found(netlist):
    move(netlist, "U1", "7", "BTN_SHOT")
    move(netlist, "U1", "8", "BTN_START")
    faults = checks.pin_map(netlist, PINS)
    assert "BUTTON_START: U1 IO32 carries BTN_SHOT, expected BTN_START" in faults
    assert "BUTTON_SHOT: U1 IO33 carries BTN_START, expected BTN_SHOT" in faults


def test_a_function_on_one_side_only_is_found(netlist):
    without = {f: g for f, g in PINS.items() if f != "BUZZER"}
    assert checks.pin_map(netlist, without) == ["BUZZER: in the netlist, not in the firmware"]
    assert checks.pin_map(netlist, {**PINS, "FAN": 17}) == ["FAN: in the firmware, not in the netlist"]


def test_the_pin_map_keeps_all_rules_of_the_chip():
    assert esp32.problems(firmware.pins()) == []


@pytest.mark.parametrize(
    ("function", "gpio", "words"),
    [
        ("BUTTON_EXT", 12, "strapping"),
        ("BUTTON_EXT", 0, "strapping"),
        ("LATCH", 6, "flash"),
        ("LATCH", 11, "flash"),
        ("LATCH", 16, "PSRAM"),
        ("BUZZER", 1, "console"),
        ("BUZZER", 34, "input only"),
        ("LATCH", 39, "input only"),
        ("SUPPLY_SENSE", 25, "ADC2"),
        ("AMBIENT_LDR", 27, "ADC2"),
        ("AMBIENT_LDR", 19, "no analogue input"),
        ("LATCH", 24, "no such pin"),
        ("LATCH", 40, "no such pin"),
        ("LATCH", 18, "shared"),
    ],
)
def test_each_rule_of_the_chip_is_checked(function, gpio, words):
    assert any(words in fault for fault in esp32.problems({**PINS, function: gpio}))


def test_the_neighbours_of_forbidden_pins_are_allowed():
    free = {**PINS, "SUPPLY_SENSE": 33, "BUTTON_SHOT": 34}
    assert esp32.problems(free) == []


def test_a_button_may_not_stop_the_start(netlist):
    faults = esp32.boot_problems(netlist, {**PINS, "BUTTON_START": 0})
    assert faults == ["BUTTON_START on GPIO0: a held button would stop the start"]


def test_display_and_buzzer_rest_while_the_chip_starts(netlist):
    assert esp32.boot_problems(netlist, PINS) == []


@pytest.mark.parametrize(
    ("ref", "words"),
    [
        ("R60", "OUTPUT_ENABLE on GPIO27: must rest high"),
        ("R69", "BUZZER on GPIO4: must rest low"),
        ("R67", "LATCH on GPIO19: must rest low"),
        ("R50", "BUTTON_START on GPIO32: needs a pull-up"),
        ("R56", "HANDSET_PRESENT on GPIO39: has no internal pull"),
        ("R74", "POWER_GOOD on GPIO35: has no internal pull"),
    ],
)
def test_a_missing_pull_resistor_is_found(netlist, ref, words):
    leave_out(netlist, ref)
    assert any(words in fault for fault in esp32.boot_problems(netlist, PINS))


def test_constants_are_read_without_running_the_file():
    text = "import machine\nfrom micropython import const\nA = 4\nB = const(5)\nC = True\nD = A + 1\nmachine.boom()\n"
    assert firmware.constants(text) == {"A": 4, "B": 5}


def test_a_firmware_without_pins_is_an_error(tmp_path):
    empty = tmp_path / "pins.py"
    empty.write_text('"""Nothing."""\n')
    with pytest.raises(DesignError, match="no constants"):
        firmware.pins(empty)
