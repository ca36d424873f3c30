// The clocks as devices: where they are and what they run, their keys, releases and logs.

import { binder } from "./bind.js";
import { call } from "./hub-api.js";
import { attempt, signIn } from "./sign-in.js";
import { compareTables, tableLabel } from "./sites.js";
import { t } from "./strings.js";

const REFRESH_MS = 3000;
const STARTS = ["power_on", "hard_reset", "soft_reset", "watchdog", "deep_sleep"];
const NUMBERS = ["broker_port"];
const byId = (id) => document.getElementById(id);
const language = document.documentElement.lang;
const list = byId("devices");
const template = byId("device");
const upload = byId("upload");
const order = byId("order");
const cards = new Map();
let versions = new Map();

async function load() {
  await showImages();
  await refresh();
}

async function refresh() {
  const devices = await call("GET", "devices");
  devices.sort(byPlace);
  byId("no-devices").hidden = devices.length > 0;
  const known = devices.map((device) => device.device);
  for (const name of cards.keys()) if (!known.includes(name)) cards.delete(name);
  const elements = devices.map((device) => card(device.device).show(device));
  // Only what is new is put in place, so that an open form stays open.
  if (elements.some((element, index) => list.children[index] !== element) || list.children.length !== elements.length) {
    list.replaceChildren(...elements);
  }
  offer(devices.filter((device) => device.key));
}

// Those at a table first, in the order of the tables.
function byPlace(one, other) {
  if (one.table === null || other.table === null) return (one.table === null) - (other.table === null);
  return compareTables(one.table, other.table);
}

function card(name) {
  if (!cards.has(name)) cards.set(name, new Card(name));
  return cards.get(name);
}

class Card {
  #element = template.content.firstElementChild.cloneNode(true);
  #bind = binder(this.#element);
  #path;
  #table = null;
  #log = this.#element.querySelector(".device-log");

  constructor(name) {
    this.#path = `devices/${encodeURIComponent(name)}`;
    this.#element.dataset.device = name;
    const [identify, forget] = ["identify", "forget"].map((act) => this.#element.querySelector(`[data-act="${act}"]`));
    identify.addEventListener("click", () => attempt(() => call("POST", this.#ofTable("identify"))));
    forget.addEventListener("click", () => this.#change("DELETE", this.#path));
    this.#log.addEventListener("toggle", () => attempt(() => this.#showLog()));
    const form = this.#element.querySelector("form");
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const body = { key: form.elements.key.value };
      form.reset();
      this.#element.querySelector(".device-key").open = false;
      this.#change("PUT", `${this.#path}/key`, body);
    });
  }

  show(device) {
    this.#table = device.table;
    const { release } = device;
    const cause = t(`start.${STARTS.includes(device.reset) ? device.reset : "other"}`);
    this.#bind({
      device: device.device,
      where: device.table === null ? t("device.nowhere") : t("device.table", { table: tableLabel(device.table) }),
      link: device.table === null ? "unknown" : device.link,
      connection: device.table === null ? "" : t(`link.${device.link}`),
      firmware: device.firmware ?? t("device.unknown"),
      seen: device.seen_at === null ? t("device.unknown") : moment(device.seen_at),
      start: device.reset === null ? t("device.unknown") : t("device.start", { cause, boots: device.boots }),
      key: t(device.key ? "device.key" : "device.no_key"),
      state: release?.state ?? "none",
      release: release ? told(release) : t("release.none"),
      playing: device.playing,
      here: device.table !== null,
    });
    this.#showLog().catch(() => {}); // the list of clocks tells the same trouble
    return this.#element;
  }

  async #change(method, path, body) {
    await attempt(async () => {
      await call(method, path, body);
      await refresh();
    });
  }

  async #showLog() {
    if (!this.#log.open) return;
    const lines = await call("GET", this.#ofTable("log"));
    const list = this.#log.querySelector("ol");
    if (lines.length === 0) list.replaceChildren(Object.assign(document.createElement("li"), { textContent: t("device.no_lines") }));
    else list.replaceChildren(...lines.reverse().map(line));
  }

  #ofTable(action) {
    return `tables/${encodeURIComponent(this.#table)}/${action}`;
  }
}

function line({ at, level, text }) {
  const item = document.createElement("li");
  item.dataset.level = level;
  const time = Object.assign(document.createElement("time"), { textContent: moment(at) });
  item.append(time, " ", t(`level.${level}`), " ", text);
  return item;
}

function told(release) {
  const what = [];
  if (release.image) what.push(versions.get(release.image) ?? release.image.slice(0, 8));
  if (release.settings.length > 0) what.push(release.settings.join(", "));
  const values = { serial: release.serial, what: what.join(", "), time: moment(release.changed_at) };
  return t(`release.${release.state}`, values);
}

async function showImages(chosen) {
  const images = await call("GET", "images");
  versions = new Map(images.map((image) => [image.hash, image.version]));
  const select = order.elements.image;
  const named = images.map((image) => {
    const values = { version: image.version, size: Math.ceil(image.size / 1024), time: moment(image.created_at) };
    return new Option(t("image.option", values), image.hash);
  });
  const before = chosen ?? select.value;
  select.replaceChildren(new Option(t("image.none"), ""), ...named);
  select.value = versions.has(before) ? before : "";
}

// Whose key is known can have a release.
function offer(devices) {
  const select = order.elements.device;
  const before = select.value;
  const named = devices.map(({ device, table }) => new Option(table === null ? device : `${tableLabel(table)} · ${device}`, device));
  const wanted = named.map((option) => option.value).join();
  if (select.dataset.names === wanted && select.options.length > 0) return;
  select.dataset.names = wanted;
  select.replaceChildren(new Option(t("order.all"), ""), ...named);
  select.value = devices.some(({ device }) => device === before) ? before : "";
}

upload.addEventListener("submit", async (event) => {
  event.preventDefault();
  byId("uploaded").textContent = "";
  await attempt(async () => {
    const image = await call("POST", "images", new FormData(upload));
    upload.reset();
    await showImages(image.hash);
    byId("uploaded").textContent = t("image.uploaded", { version: image.version });
  });
});

order.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { device, image, ...changes } = Object.fromEntries(new FormData(order));
  const given = Object.entries(changes).filter(([, value]) => value !== "");
  const settings = Object.fromEntries(given.map(([name, value]) => [name, NUMBERS.includes(name) ? Number(value) : value]));
  const done = order.querySelector(".order-done");
  done.textContent = "";
  order.querySelector(".order-refused").replaceChildren();
  await attempt(async () => {
    const body = { devices: device ? [device] : null, image: image || null, settings };
    const answer = await call("POST", "releases", body);
    for (const name of Object.keys(changes)) order.elements[name].value = "";
    const now = answer.ordered.filter((one) => one.told).length;
    done.textContent = t("order.done", { ordered: answer.ordered.length, told: now });
    order.querySelector(".order-refused").replaceChildren(...answer.refused.map(refusal));
    await refresh();
  });
});

function refusal({ device, ...why }) {
  const item = document.createElement("li");
  item.textContent = `${device}: ${t("problem.refused", why)}`;
  return item;
}

const moment = (at) => new Date(at).toLocaleString(language, { dateStyle: "short", timeStyle: "medium" });

// A problem that is shown stays until somebody does something; only a new one takes its place.
function look() {
  if (document.visibilityState !== "visible" || byId("work").hidden) return;
  refresh().catch((error) => attempt(() => Promise.reject(error)));
}

signIn(["direction"], () => {
  attempt(load);
  setInterval(look, REFRESH_MS);
});
