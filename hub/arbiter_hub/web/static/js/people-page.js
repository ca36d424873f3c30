// Who may work here: codes for today, and people with a password.

import { call } from "./hub-api.js";
import { attempt, signIn } from "./sign-in.js";
import { tableLabel } from "./sites.js";
import { t } from "./strings.js";

const byId = (id) => document.getElementById(id);
const template = byId("user");
const pairing = byId("pairing");
const addition = byId("add");

async function load() {
  const [users, tables] = await Promise.all([call("GET", "users"), call("GET", "tables")]);
  pairing.elements.table.replaceChildren(...tables.map(({ table }) => new Option(tableLabel(table), table)));
  show(users);
}

function show(users) {
  byId("no-users").hidden = users.length > 0;
  byId("users").replaceChildren(...users.map(line));
}

function line(user) {
  const element = template.content.firstElementChild.cloneNode(true);
  element.dataset.user = user.name;
  element.querySelector("strong").textContent = user.name;
  element.querySelector(".user-out").hidden = !user.disabled;
  const role = element.querySelector("select");
  role.value = user.role;
  role.addEventListener("change", () => change(user.id, { role: role.value }));
  const [shut, admit] = element.querySelectorAll("[data-act]");
  shut.hidden = user.disabled;
  admit.hidden = !user.disabled;
  shut.addEventListener("click", () => change(user.id, { disabled: true }));
  admit.addEventListener("click", () => change(user.id, { disabled: false }));
  element.querySelector("form").addEventListener("submit", (event) => {
    event.preventDefault();
    change(user.id, { password: event.target.elements.password.value });
  });
  return element;
}

// A change logs the person out; whoever changes their own entry signs in again.
async function change(id, values) {
  await attempt(() => call("PATCH", `users/${id}`, values));
  await attempt(async () => show(await call("GET", "users")));
}

pairing.addEventListener("submit", async (event) => {
  event.preventDefault();
  await attempt(async () => {
    const { code, expires_at: until } = await call("POST", "pairings", Object.fromEntries(new FormData(pairing)));
    const time = new Date(until).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
    byId("code").textContent = t("code.until", { code, time });
  });
});
addition.addEventListener("submit", async (event) => {
  event.preventDefault();
  await attempt(async () => {
    await call("POST", "users", Object.fromEntries(new FormData(addition)));
    addition.reset();
    show(await call("GET", "users"));
  });
});

signIn(["direction"], () => attempt(load));
