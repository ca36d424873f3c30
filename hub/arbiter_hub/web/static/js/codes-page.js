// The codes by which the direction orders the time limit at a clock without network: one sheet a table, to be printed.

import { call } from "./hub-api.js";
import { attempt, signIn } from "./sign-in.js";
import { tableLabel } from "./sites.js";
import { t } from "./strings.js";

const sheets = document.getElementById("sheets");
const template = document.getElementById("sheet");
const language = document.documentElement.lang;

async function load() {
  const tables = (await call("GET", "tables")).map(({ table }) => table);
  const found = await Promise.allSettled(tables.map((table) => call("GET", `tables/${encodeURIComponent(table)}/codes`)));
  // No key yet is no fault of the page; anything else is told as everywhere.
  const failed = found.find(({ reason }) => reason && reason.status !== 409);
  if (failed) throw failed.reason;
  document.getElementById("no-tables").hidden = tables.length > 0;
  sheets.replaceChildren(...found.map(({ value, reason }, index) => sheet(tables[index], value, reason)));
}

function sheet(table, codes, refusal) {
  const root = template.content.firstElementChild.cloneNode(true);
  const part = (name) => root.querySelector(`.codes-${name}`);
  root.dataset.table = table;
  part("table").textContent = tableLabel(table);
  part("known").hidden = !codes;
  part("missing").hidden = Boolean(codes);
  root.classList.toggle("codes-empty", !codes);
  if (!codes) {
    part("missing").textContent = t("codes.none", refusal);
    return root;
  }
  part("device").textContent = t("codes.as_of", { device: codes.device, time: moment(Date.now()) });
  const good = codes.codes.filter((code) => code.taken_now);
  part("next").textContent = t("codes.next", { first: good[0]?.number, last: good.at(-1)?.number });
  root.querySelector("tbody").replaceChildren(...codes.codes.map(line));
  part("uses").replaceChildren(...codes.uses.map(use));
  return root;
}

function line(code) {
  const row = document.createElement("tr");
  row.classList.toggle("codes-later", !code.taken_now);
  const number = document.createElement("th");
  number.scope = "row";
  number.textContent = code.number;
  const when = code.taken_now ? "codes.now" : "codes.later";
  row.append(number, ...[inGroups(code.armed), inGroups(code.off), t(when)].map(cell));
  return row;
}

function cell(text) {
  const element = document.createElement("td");
  element.textContent = text;
  return element;
}

function use({ number, state, used_at: at, expected }) {
  const item = document.createElement("li");
  const key = expected ? "codes.used" : "codes.unexpected";
  item.textContent = t(key, { number, state: t(`codes.${state}`), time: moment(at) });
  return item;
}

const inGroups = (code) => `${code.slice(0, 3)} ${code.slice(3)}`;
const moment = (at) => new Date(at).toLocaleString(language, { dateStyle: "short", timeStyle: "short" });

document.getElementById("print").addEventListener("click", () => print());
document.getElementById("again").addEventListener("click", () => attempt(load));

signIn(["direction"], () => attempt(load));
