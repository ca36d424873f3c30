// The sites of the hub: titles, further sites, their tables, and codes for their clocks.

import { call } from "./hub-api.js";
import { attempt, signIn } from "./sign-in.js";
import { t } from "./strings.js";

const byId = (id) => document.getElementById(id);
const template = byId("site");
const addition = byId("add");

async function load() {
  byId("sites-list").replaceChildren(...(await call("GET", "sites")).map(part));
}

function part({ site, title, home, tables }) {
  const element = template.content.firstElementChild.cloneNode(true);
  element.dataset.site = site;
  element.querySelector("h2").textContent = title;
  element.querySelector(".desk-hint").textContent = t(home ? "site.home" : "site.further", { site });
  const list = element.querySelector(".site-tables");
  list.textContent = tables.length ? t("site.tables", { tables: tables.map(plain).join(", ") }) : t("site.no_tables");
  const [naming, coding] = element.querySelectorAll("form");
  naming.elements.title.value = title;
  naming.addEventListener("submit", (event) => {
    event.preventDefault();
    keep(site, naming);
  });
  const remove = element.querySelector("[data-act='remove']");
  remove.hidden = home;
  remove.addEventListener("click", () => change(() => call("DELETE", `sites/${site}`)));
  coding.addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(() => showCode(coding, home ? "" : `${site}.`));
  });
  return element;
}

function plain(key) {
  return key.slice(key.lastIndexOf(".") + 1);
}

function keep(site, form) {
  const { title, tables } = Object.fromEntries(new FormData(form));
  return change(() => call("PUT", `sites/${site}`, { title, tables: tables.split(/\s+/).filter(Boolean) }));
}

async function change(action) {
  const done = await attempt(action);
  if (done) await attempt(load);
  return done;
}

async function showCode(form, prefix) {
  const table = prefix + form.elements.table.value;
  const { code, expires_at: until } = await call("POST", "pairings", { table, role: "device" });
  const time = new Date(until).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
  form.querySelector("output").textContent = t("code.until", { code, time });
}

addition.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (await keep(addition.elements.site.value, addition)) addition.reset();
});

signIn(["direction"], () => attempt(load));
