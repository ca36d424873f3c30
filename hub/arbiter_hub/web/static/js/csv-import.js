// A CSV file that the hub reads: first a preview that names every row that does not fit, then all of it or nothing.

import { call } from "./hub-api.js";
import { attempt } from "./sign-in.js";
import { t, wordOr } from "./strings.js";

const SHOWN = 200;

export class CsvImport {
  #form;
  #path;
  #columns;
  #rows;
  #taken;
  #preview;
  #done;

  /**
   * `path()` below /api/v1 takes the file; `rows(answer)` are the rows that were read, and `columns` the names of
   * what is shown of them. `taken(answer)` is called when all was stored, and may say so.
   */
  constructor(form, { path, columns, rows, taken }) {
    [this.#form, this.#path, this.#columns, this.#rows, this.#taken] = [form, path, columns, rows, taken];
    this.#preview = form.querySelector(".import-preview");
    this.#done = form.querySelector(".import-done");
    form.addEventListener("change", () => this.#check());
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#send(false);
    });
  }

  /** Forget the file. */
  reset() {
    this.#form.reset();
    this.#preview.hidden = true;
  }

  #check() {
    this.#preview.hidden = true;
    this.#done.textContent = "";
    if (this.#form.elements.file.files.length > 0) this.#send(true);
  }

  async #send(preview) {
    const body = new FormData();
    body.append("file", this.#form.elements.file.files[0]);
    const query = new URLSearchParams({ preview });
    if (this.#form.elements.encoding) query.set("encoding", this.#form.elements.encoding.value);
    await attempt(async () => {
      const answer = await call("POST", `${this.#path()}?${query}`, body);
      this.#show(answer);
      if (preview || answer.faults.length > 0) return;
      this.reset();
      this.#done.textContent = this.#taken(answer) ?? "";
    });
  }

  #show(answer) {
    const rows = this.#rows(answer);
    const good = answer.faults.length === 0 && rows.length > 0;
    this.#preview.hidden = false;
    this.#preview.dataset.good = String(good);
    const sum = t(good ? "import.good" : "import.bad", { rows: rows.length, faults: answer.faults.length });
    this.#preview.querySelector(".import-sum").textContent = answer.notice ? `${sum} ${answer.notice}` : sum;
    this.#preview.querySelector(".import-faults").replaceChildren(...answer.faults.map(fault));
    this.#preview.querySelector("button").disabled = !good;
    const head = document.createElement("tr");
    head.append(...this.#columns.map((column) => cell("th", t(`column.${column}`))));
    const lines = rows.slice(0, SHOWN).map((row) => {
      const line = document.createElement("tr");
      line.append(...this.#columns.map((column) => cell("td", row[column] ?? "")));
      return line;
    });
    this.#preview.querySelector("table").replaceChildren(head, ...lines);
    this.#preview.querySelector(".scroll").hidden = rows.length === 0;
  }
}

// Rows are counted as a spreadsheet does, the names of the columns being row 1; a tournament's file is counted
// from the row below them.
function fault({ row, field, column: called, found, allowed }) {
  const below = /^row\[(\d+)\](?:\.(\w+))?$/.exec(field ?? "");
  const where = below ? { row: Number(below[1]) + 1, field: below[2] } : { row, field };
  const item = document.createElement("li");
  const place = document.createElement("strong");
  // A column is called as the file calls it, if the file has it.
  const column = called ?? (where.field && wordOr(`column.${where.field}`, where.field));
  place.textContent = [t("import.row", { row: where.row }), column].filter(Boolean).join(", ");
  item.append(place, ": ", t("import.fault", { found, allowed }));
  return item;
}

function cell(kind, words) {
  return Object.assign(document.createElement(kind), { textContent: String(words) });
}
