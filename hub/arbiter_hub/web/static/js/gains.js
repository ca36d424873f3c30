// "+2" rises beside the points when a time penalty is credited. It has its own place in the layout, so it never
// covers the ball, the name or the points.

import { t } from "./strings.js";

const SHOWN_MS = 4000;

/** Compare two boards of the same table and show what penalty points came in between. */
export function showGains(root, before, after) {
  if (!before?.clock || !after.clock) return;
  const sameSet = before.clock.set === after.clock.set && before.clock.epoch === after.clock.epoch;
  if (!sameSet) return;
  for (const side of ["a", "b"]) {
    const points = after.clock[`points_${side}`] - before.clock[`points_${side}`];
    const place = root.querySelector(`[data-gain="${side}"]`);
    if (!place || points === 0) continue;
    place.replaceChildren();
    if (points > 0) place.append(chip(points));
  }
}

function chip(points) {
  const element = document.createElement("span");
  element.className = "gain";
  element.textContent = t("gained", { points });
  setTimeout(() => element.remove(), SHOWN_MS);
  return element;
}
