// Where tables are. The hub names a table of its own site by its name alone, `4`, and one of a further site with the
// site before it, `halle-b.4`. People read the site's title, and that only where there are several.

const element = document.getElementById("sites");
/** [[site in keys, name, title], …], the home, whose name is in no key, first; null where the hub has one site. */
const SITES = element ? JSON.parse(element.textContent) : null;
const wished = new URLSearchParams(location.search).get("site");

export const several = SITES !== null;

function split(key) {
  const dot = key.lastIndexOf(".");
  return [key.slice(0, Math.max(dot, 0)), key.slice(dot + 1)];
}

/** The title of the site of a table. */
export function siteTitle(key) {
  const [site] = split(key);
  return SITES?.find(([prefix]) => prefix === site)?.[2] ?? site;
}

/** The table's name on the wire. */
export function plainName(key) {
  return split(key)[1];
}

/** What people read as the table's name. */
export function tableLabel(key) {
  const [site, table] = split(key);
  return several || site ? `${table} · ${siteTitle(key)}` : table;
}

/** The name and title of each site, to choose from; none where the hub has one site. */
export function allSites() {
  return (SITES ?? []).map(([, name, title]) => ({ name, title }));
}

/** Whether the page's address asks for this table: for its site, for an unknown one or for none. */
export function isWanted(key) {
  const site = SITES?.find(([, name]) => name === wished);
  return !site || split(key)[0] === site[0];
}

/** For sorting: site by site with the home first, then by number. */
export function compareTables(one, other) {
  const place = (key) => SITES?.findIndex(([prefix]) => prefix === split(key)[0]) ?? 0;
  return place(one) - place(other) || one.localeCompare(other, "en", { numeric: true });
}
