// A simulated clock: what the device shows, exactly, and its six buttons.

import { Buttons } from "./buttons.js";
import { Buzzer } from "./buzzer.js";
import { Panel } from "./panel.js";
import { drawDigits } from "./segments.js";
import { t } from "./strings.js";

/** Brightest value of the display driver. */
const FULL = 255;
/** The lamp output that drives the handset's vibration motor. */
const MOTOR = 1 << 7;

const device = document.getElementById("device");
const display = document.getElementById("display");
const text = document.getElementById("display-text");
const link = document.getElementById("panel-link");
const soundButton = document.getElementById("sound");
const lamps = [...device.querySelectorAll("[data-lamp]")];
const showDigits = drawDigits(document.getElementById("digits"), 2);
const buzzer = new Buzzer();

function frame({ digits, lamps: lit, brightness, text: shown }) {
  showDigits(digits);
  for (const lamp of lamps) {
    const on = Boolean((lit >> Number(lamp.dataset.lamp)) & 1);
    lamp.dataset.on = String(on);
    lamp.setAttribute("aria-current", String(on));
  }
  display.style.setProperty("--brightness", String(brightness / FULL));
  device.dataset.motor = String(Boolean(lit & MOTOR));
  const words = shown.trim() === "" ? t("panel.display.blank") : t("panel.display", { text: shown.trim() });
  if (text.textContent !== words) text.textContent = words;
}

function showLink(up) {
  device.dataset.link = up ? "open" : "lost";
  link.textContent = t(up ? "panel.open" : "panel.lost");
}

const scheme = location.protocol === "https:" ? "wss:" : "ws:";
const panel = new Panel(`${scheme}//${location.host}${device.dataset.panel}`, {
  frame,
  vibrate: ({ ms }) => navigator.vibrate?.(ms),
  sound: ({ hz, ms }) => buzzer.play(hz, ms),
  link: (up) => {
    showLink(up);
    if (!up) buttons.releaseAll();
  },
});
const buttons = new Buttons(device.querySelectorAll("[data-button]"), (name, down) => panel.button(name, down));
panel.start();

soundButton.addEventListener("click", async () => {
  await buzzer.toggle();
  soundButton.setAttribute("aria-pressed", String(buzzer.on));
  soundButton.querySelector("span").textContent = t(buzzer.on ? "sound.on" : "sound.off");
});
