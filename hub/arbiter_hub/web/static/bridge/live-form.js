// Forms marked `data-live` are answered while they are filled in: the page is fetched with the form's question,
// and only its answer is put in place. Without scripts the form asks in the ordinary way.

const PAUSE_MS = 180;

for (const form of document.querySelectorAll("form[data-live]")) {
  let timer = 0;
  let asked = 0;
  const answer = () => document.querySelector(form.dataset.live);

  // An answer that no longer belongs to what the form holds is dimmed until there is a new one.
  const doubt = () => answer().setAttribute("data-stale", "");

  const ask = async () => {
    if (!form.checkValidity()) {
      doubt();
      return;
    }
    const number = ++asked;
    const url = new URL(form.action || location.href, location.href);
    url.search = new URLSearchParams(new FormData(form)).toString();
    try {
      const response = await fetch(url);
      const text = await response.text();
      if (number !== asked) return;
      const fresh = new DOMParser().parseFromString(text, "text/html").querySelector(form.dataset.live);
      if (!response.ok || !fresh) {
        doubt();
        return;
      }
      const open = [...answer().querySelectorAll("details")].map((details) => details.open);
      answer().replaceWith(fresh);
      [...fresh.querySelectorAll("details")].forEach((details, index) => (details.open = open[index] ?? false));
      history.replaceState(null, "", url);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      doubt(); // the hub cannot be reached
    }
  };

  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(ask, PAUSE_MS);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    clearTimeout(timer);
    form.reportValidity();
    ask();
  });
}

document.addEventListener("click", async (event) => {
  const copy = event.target.closest("[data-copy-link]");
  if (copy) {
    await navigator.clipboard?.writeText(location.href);
    copy.textContent = copy.dataset.done;
  }
  if (event.target.closest("[data-print]")) window.print();
});
