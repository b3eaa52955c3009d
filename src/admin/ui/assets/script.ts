/**
 * What pages do beyond reading. Each of them works without it: links sort and page, forms filter and save. With it, lists
 * change in place, templates are previewed while somebody types, and runs are followed as they happen.
 */
export const script = `
"use strict";
// Before anything is drawn: the theme that was chosen in this browser.
const THEME = "interlinear-theme";
const remembered = () => { try { return localStorage.getItem(THEME); } catch { return null; } };
const wear = (theme) => {
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
};
if (remembered() !== null) wear(remembered());

const region = () => document.querySelector("[data-region]");
let asked = 0;

// Takes the list of another address into this page; what has the focus keeps it.
async function take(address, remember, headers = {}) {
  const place = region();
  const mine = ++asked;
  place.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(address, { headers: { Accept: "text/html", ...headers } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const found = page.querySelector("[data-region]");
    if (mine !== asked) return;
    if (!answer.ok || answer.redirected || found === null) return void location.assign(address);
    place.replaceChildren(...document.adoptNode(found).childNodes);
    if (remember) history.pushState(null, "", address);
    const told = document.querySelector("[data-told]");
    const total = place.querySelector("[data-total]");
    if (told !== null && total !== null) told.textContent = total.textContent;
  } catch {
    if (mine === asked) location.assign(address);
  } finally {
    place.removeAttribute("aria-busy");
  }
}

const addressOf = (form) => {
  const address = new URL(form.action);
  address.search = new URLSearchParams([...new FormData(form)].filter(([, value]) => value !== "")).toString();
  return address.href;
};

const later = (work, milliseconds) => {
  let timer;
  return (...values) => { clearTimeout(timer); timer = setTimeout(() => work(...values), milliseconds); };
};

function lists() {
  if (region() === null) return;
  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-region] a[data-take]");
    if (link === null || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    const where = link.dataset.take;
    take(link.href, true).then(() => document.querySelector('[data-take="' + where + '"]')?.focus());
  });
  const filter = later((form) => take(addressOf(form), true), 250);
  for (const form of document.querySelectorAll("form[data-filter]")) {
    form.addEventListener("input", () => filter(form));
    form.addEventListener("submit", (event) => { event.preventDefault(); take(addressOf(form), true); });
  }
  addEventListener("popstate", () => location.reload());
}

// A run as it happens: the server tells of every change of the row.
function runs() {
  for (const element of document.querySelectorAll("[data-follow]")) {
    const source = new EventSource(element.dataset.follow);
    source.addEventListener("progress", (event) => show(element, JSON.parse(event.data)));
    source.addEventListener("end", () => {
      source.close();
      element.querySelector("[data-words]").textContent = "Finished.";
      location.reload();
    });
  }
}

let spoken = 0;
function show(element, { phase, done, total, detail, words }) {
  const bar = element.querySelector("progress");
  if (bar !== null) {
    if (total > 0) { bar.max = total; bar.value = done; } else bar.removeAttribute("value");
  }
  element.querySelector("[data-words]").textContent = words + (detail === "" ? "" : " · " + detail);
  // Read aloud by phase and no more than every ten seconds: every step would be a torrent.
  const aloud = element.querySelector("[aria-live]");
  if (aloud !== null && (aloud.dataset.phase !== phase || Date.now() - spoken > 10000)) {
    aloud.dataset.phase = phase;
    aloud.textContent = words;
    spoken = Date.now();
  }
}

// A list whose rows change by themselves is asked for again; not while somebody is in it, nor for somebody who left:
// a session that nobody uses is to end.
function refreshing() {
  const place = document.querySelector("[data-refresh]");
  if (place === null) return;
  let touched = Date.now();
  for (const kind of ["pointermove", "keydown", "scroll"]) addEventListener(kind, () => { touched = Date.now(); }, { passive: true });
  setInterval(() => {
    if (document.hidden || Date.now() - touched > 600000) return;
    if (place.contains(document.activeElement) || place.querySelector("details[open]") !== null) return;
    take(location.href, false, { "X-Requested-With": "refresh" });
  }, Number(place.dataset.refresh) * 1000);
}

function previews() {
  for (const form of document.querySelectorAll("form[data-preview]")) {
    const place = document.getElementById(form.dataset.shows);
    let mine = 0;
    const ask = later(async () => {
      const number = ++mine;
      place.setAttribute("aria-busy", "true");
      try {
        const answer = await fetch(form.dataset.preview, { method: "POST", body: new URLSearchParams(new FormData(form)) });
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        if (number === mine && answer.ok) place.replaceChildren(...document.adoptNode(page.body).childNodes);
      } catch {
        // Left as it is: saving says what is wrong.
      } finally {
        place.removeAttribute("aria-busy");
      }
    }, 300);
    form.addEventListener("input", ask);
  }
}

function themes() {
  const choice = document.querySelector("[data-theme-choice]");
  if (choice === null) return;
  choice.hidden = false;
  const select = choice.querySelector("select");
  select.value = remembered() ?? document.documentElement.dataset.theme ?? "system";
  select.addEventListener("change", () => {
    try { localStorage.setItem(THEME, select.value); } catch { /* Then for this page alone. */ }
    wear(select.value);
  });
}

function questions() {
  document.addEventListener("submit", (event) => {
    const question = event.submitter?.dataset.ask ?? event.target.dataset.ask;
    if (question !== undefined && !confirm(question)) event.preventDefault();
  });
}

// Times as the reader's own clock has them, beside the exact ones in UTC.
function times() {
  for (const time of document.querySelectorAll("time[datetime]")) {
    const date = new Date(time.dateTime);
    if (!Number.isNaN(date.getTime())) time.title += "\\n" + date.toLocaleString() + " here";
  }
}

// The content gets the focus, not only the place on the screen.
function skipping() {
  document.querySelector(".skip")?.addEventListener("click", (event) => {
    event.preventDefault();
    const content = document.getElementById("content");
    content.focus();
    content.scrollIntoView();
  });
}

document.addEventListener("DOMContentLoaded", () => {
  for (const start of [skipping, lists, runs, refreshing, previews, themes, questions, times]) start();
  document.querySelector("[data-focus]")?.focus();
});
`;
