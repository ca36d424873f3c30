"""B1, B2, B21: what the wireless driver says is no reason to give up, and no reason to believe."""

import asyncio

import network

from arbiter_device import wifi


class Heart:
    def beat(self):
        pass


async def story(statuses, ms=400):
    """Run the station over scripted statuses, a thousand times as fast; (wifi, attempts)."""
    network.script[:] = statuses
    network.attempts = 0
    wifi.POLL_MS, wifi.ATTEMPT_MS, wifi.PAUSE_MS, wifi.LONGEST_PAUSE_MS = 1, 5, 2, 4
    station = network.WLAN(network.STA_IF)
    joined = wifi.Wifi(station, "hall", "secret")
    task = asyncio.create_task(joined.run(Heart()))
    await asyncio.sleep_ms(ms)
    assert not task.done()
    task.cancel()
    network.script.clear()
    return joined, station


async def check_b1_idle_and_wrong_password_for_a_while_are_no_reason_to_give_up():
    statuses = [network.STAT_CONNECTING, network.STAT_IDLE] + [network.STAT_WRONG_PASSWORD] * 30
    joined, _ = await story(statuses + [network.STAT_NO_AP_FOUND] * 20 + [network.STAT_GOT_IP])
    assert joined.attempts >= 3
    network.script[:] = [network.STAT_GOT_IP]
    assert joined.up()
    network.script.clear()


async def check_b1_an_access_point_that_stays_away_is_tried_for_ever_with_pauses():
    joined, _ = await story([network.STAT_NO_AP_FOUND])
    assert 10 < joined.attempts < 200, joined.attempts
    assert network.attempts == joined.attempts


async def check_b2_a_doubted_connection_is_left_and_joined_again_although_it_claims_to_be_up():
    network.script.clear()
    wifi.POLL_MS = 1
    station = network.WLAN(network.STA_IF)
    joined = wifi.Wifi(station, "hall", "secret")
    task = asyncio.create_task(joined.run(Heart()))
    await asyncio.sleep_ms(50)
    assert joined.attempts == 1
    joined.doubt()
    await asyncio.sleep_ms(50)
    task.cancel()
    assert joined.attempts == 2
    assert joined.up()


async def check_b21_power_saving_is_off_and_the_driver_does_not_reconnect_by_itself():
    _, station = await story([network.STAT_GOT_IP], 20)
    assert station.settings == {"pm": network.WLAN.PM_NONE, "reconnects": 0}
