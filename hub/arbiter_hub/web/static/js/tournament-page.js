// The direction's tournaments: announced, filled from files, and each match put on a table when its turn has come.

import { CsvImport } from "./csv-import.js";
import { call, session } from "./hub-api.js";
import { attempt, signIn } from "./sign-in.js";
import { allSites, several, tableLabel } from "./sites.js";
import { t } from "./strings.js";

const byId = (id) => document.getElementById(id);
const choice = byId("tournament");
const announcement = byId("announce");
const template = byId("fixture");
const MINUTE_MS = 60000;

let tournaments = [];
let tables = [];

const chosen = () => `tournaments/${choice.value}`;

const fixtureImport = new CsvImport(byId("fixture-import"), {
  path: () => `${chosen()}/fixtures`,
  columns: ["number", "a", "club_a", "b", "club_b", "table"],
  rows: (answer) => answer.fixtures.map(labelled),
  taken: () => void showFixtures(),
});
new CsvImport(byId("player-import"), {
  path: () => "imports/players",
  columns: ["name", "club"],
  rows: (answer) => answer.players,
  taken: ({ new: players }) => t("import.kept", { players }),
});
new CsvImport(byId("match-import"), {
  path: () => "imports/matches",
  columns: ["table", "player_a", "club_a", "player_b", "club_b", "starts", "title", "discipline", "distance", "best_of"],
  rows: (answer) => answer.matches.map(labelled),
  taken: ({ stored }) => t("import.opened", { matches: stored.length }),
});

function labelled(row) {
  return { ...row, table: row.table && tableLabel(row.table) };
}

async function load(number) {
  [tournaments, tables] = await Promise.all([call("GET", "tournaments"), call("GET", "tables")]);
  choice.replaceChildren(...tournaments.map((one) => new Option(one.name, String(one.id))));
  if (number) choice.value = String(number);
  byId("of-tournament").hidden = tournaments.length === 0;
  if (tournaments.length > 0) await showFixtures();
}

async function showFixtures() {
  const { fixtures, ...rules } = await call("GET", chosen());
  byId("rules-line").textContent = rulesOf(rules);
  byId("results").href = `/results?tournament=${rules.id}`;
  byId("no-fixtures").hidden = fixtures.length > 0;
  byId("fixtures").replaceChildren(...fixtures.map(line));
}

function rulesOf({ site, distance, best_of: bestOf, limit_by: by, threshold_sets: sets, threshold_ms: ms, auto_by: autoBy, readings }) {
  const parts = [t("tournament.best_of", { sets: bestOf })];
  if (several && site !== null) parts.unshift(titleOf(site));
  if (distance !== null) parts.push(t("distance", { distance }));
  if (by !== null) parts.push(t("tournament.limited", { by }));
  else if (sets !== null) {
    const minutes = Math.round(ms / MINUTE_MS);
    parts.push(autoBy ? t("tournament.auto", { sets, minutes, by: autoBy }) : t("tournament.threshold", { sets, minutes }));
    const taken = readings.toReversed().map(({ reading }) => t(`reading.${reading}`)).join(", ");
    parts.push(t("reading.line", { source: readings[0].source, readings: taken }));
  }
  else parts.push(t("limit.off"));
  return parts.join(" · ");
}

function titleOf(site) {
  return allSites().find(({ name }) => name === site)?.title ?? site;
}

function line(fixture) {
  const element = template.content.firstElementChild.cloneNode(true);
  element.dataset.fixture = String(fixture.number);
  element.querySelector(".fixture-number").textContent = String(fixture.number);
  element.querySelector("strong").textContent = `${fixture.name_a} – ${fixture.name_b}`;
  element.querySelector(".fixture-players span").textContent = [fixture.club_a, fixture.club_b].filter(Boolean).join(" – ");
  const form = element.querySelector("form");
  form.hidden = fixture.match !== null;
  form.elements.table.append(...tables.map(({ table }) => new Option(tableLabel(table), table)));
  if (fixture.table && !tables.some(({ table }) => table === fixture.table)) {
    form.elements.table.append(new Option(tableLabel(fixture.table), fixture.table));
  }
  if (fixture.table) form.elements.table.value = fixture.table;
  form.addEventListener("submit", (event) => begin(event, fixture.number));
  const done = element.querySelector(".fixture-done");
  done.hidden = fixture.match === null;
  const link = done.querySelector("a");
  link.textContent = t("fixture.on", { table: fixture.table && tableLabel(fixture.table) });
  link.href = `/tables/${encodeURIComponent(fixture.table)}/scoreboard`;
  return element;
}

async function begin(event, number) {
  event.preventDefault();
  const { table, ball_a } = Object.fromEntries(new FormData(event.target));
  await attempt(async () => {
    await call("POST", `${chosen()}/fixtures/${number}/begin`, { table, ball_a });
    await showFixtures();
  });
}

// [rule DBU 4.5] Only who directs the tournament can order what follows, and does it by name.
function thresholdOf({ sets, minutes, auto, clock, reach, scope }) {
  return { sets: Number(sets), minutes, auto_by: auto ? session.by : null, clock, reach, scope };
}

choice.addEventListener("change", () => {
  fixtureImport.reset();
  attempt(showFixtures);
});
announcement.addEventListener("change", () => {
  byId("threshold").hidden = announcement.elements.limit.value !== "threshold";
});
announcement.addEventListener("submit", async (event) => {
  event.preventDefault();
  const data = Object.fromEntries(new FormData(announcement));
  await attempt(async () => {
    const made = await call("POST", "tournaments", {
      name: data.name,
      discipline: data.discipline,
      preset: data.preset,
      distance: data.distance === "" ? null : Number(data.distance),
      best_of: Number(data.best_of),
      // [rule DBU 4.5] Who announces the limit for all sets is who orders it.
      limit_by: data.limit === "all" ? session.by : null,
      site: data.site || null,
      threshold: data.limit === "threshold" ? thresholdOf(data) : null,
    });
    announcement.reset();
    byId("threshold").hidden = true;
    await load(made.id);
    byId("of-tournament").scrollIntoView();
  });
});

signIn(["direction"], () => attempt(load));
