// The lines of a match's log that people care about, in words.

import { OTHER } from "./balls.js";
import { t } from "./strings.js";

const KINDS = ["points", "penalty", "award", "balls", "warning", "disqualification", "set_start", "threshold", "void_stroke"];

/** Those lines of the log that change the score or begin a set. */
export function told(lines) {
  return lines.filter((line) => KINDS.includes(line.type));
}

/** A list item that says what the line is; struck out if it was taken back. */
export function logItem(line, names) {
  const element = document.createElement("li");
  const words = document.createElement("span");
  const data = line.data;
  words.textContent = {
    points: () => t("log.points", { points: data.points, name: names[data.player] }),
    penalty: () => t("log.penalty", { points: data.points, name: names[data.to] }),
    award: () => t("log.award", { set: data.set, name: names[data.winner] }),
    warning: () => t("log.warning", { name: names[data.player] }),
    disqualification: () => t("log.disqualification", { name: names[data.player] }),
    balls: () =>
      t("log.balls", { name: names.a, ball: t(`ball.${data.ball_a}`), was: t(`ball.${OTHER[data.ball_a]}`) }),
    set_start: () => t("log.set_start", { set: data.set, name: names[data.striker] }),
    void_stroke: () => t("log.void_stroke", { name: names[data.player] }),
    threshold: () => t("log.threshold", { set: data.set }),
  }[line.type]();
  if (data.stroke?.foul) words.append(" · ", t("log.foul"));
  if (data.free_ball && line.type === "points") words.append(" · ", t("alarm.free_ball"));
  element.append(words);
  if (line.taken_back) {
    words.className = "taken-back";
    element.append(" ", t("log.taken_back"));
  }
  return element;
}
