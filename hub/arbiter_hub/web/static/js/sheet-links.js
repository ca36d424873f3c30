// A match sheet for somebody who has signed in by a token or code: a link would fetch the public one, as a browser
// sends no token along, so the file is fetched here and saved.

import { session } from "./hub-api.js";

for (const link of document.querySelectorAll("a[data-sheet]")) {
  link.addEventListener("click", async (event) => {
    if (!session.token) return;
    event.preventDefault();
    const answer = await fetch(link.href, { headers: { Authorization: `Bearer ${session.token}` } });
    if (!answer.ok) {
      session.forget(); // the public sheet is better than none
      location.assign(link.href);
      return;
    }
    const file = URL.createObjectURL(await answer.blob());
    const name = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1] ?? "sheet";
    Object.assign(document.createElement("a"), { href: file, download: name }).click();
    URL.revokeObjectURL(file);
  });
}
