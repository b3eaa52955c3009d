// @ts-check
"use strict";

// What pages of the administration do beyond reading. Each of them works without it: links sort and page, forms filter and
// save. With it, lists change in place, templates are previewed while somebody types, and runs are followed as they happen.

// Before anything is drawn: the theme that was chosen in this browser.
const THEME = "interlinear-theme";

/** @returns {string | null} */
const remembered = () => {
  try {
    return localStorage.getItem(THEME);
  } catch {
    return null;
  }
};

/** @param {string | null} theme */
const wear = (theme) => {
  if (theme === "light" || theme === "dark") document.documentElement.dataset["theme"] = theme;
  else delete document.documentElement.dataset["theme"];
};
if (remembered() !== null) wear(remembered());

const region = () => document.querySelector("[data-region]");
let asked = 0;

/**
 * Takes the list of another address into this page; what has the focus keeps it.
 * @param {string} address
 * @param {boolean} remember whether going back leads here
 * @param {Record<string, string>} headers
 */
async function take(address, remember, headers = {}) {
  const place = region();
  if (place === null) return;
  const mine = ++asked;
  place.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(address, { headers: { Accept: "text/html", ...headers } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const found = page.querySelector("[data-region]");
    if (mine !== asked) return;
    if (!answer.ok || answer.redirected || found === null) {
      location.assign(address);
      return;
    }
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

/**
 * What a form holds, as an address or a form's body has it.
 * @param {HTMLFormElement} form
 */
const fieldsOf = (form) =>
  [...new FormData(form)].map(([name, value]) => [name, typeof value === "string" ? value : value.name]);

/** @param {HTMLFormElement} form */
const addressOf = (form) => {
  const address = new URL(form.action);
  address.search = new URLSearchParams(fieldsOf(form).filter(([, value]) => value !== "")).toString();
  return address.href;
};

/**
 * Once nothing more has come for so long.
 * @template {unknown[]} Values
 * @param {(...values: Values) => void} work
 * @param {number} milliseconds
 * @returns {(...values: Values) => void}
 */
const later = (work, milliseconds) => {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => work(...values), milliseconds);
  };
};

function lists() {
  if (region() === null) return;
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("[data-region] a[data-take]") : null;
    if (!(link instanceof HTMLAnchorElement)) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    const where = link.dataset["take"];
    void take(link.href, true).then(() => moveFocus(document.querySelector(`[data-take="${where}"]`)));
  });
  const filter = later((/** @type {HTMLFormElement} */ form) => void take(addressOf(form), true), 250);
  for (const form of document.querySelectorAll("form[data-filter]")) {
    if (!(form instanceof HTMLFormElement)) continue;
    form.addEventListener("input", () => filter(form));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void take(addressOf(form), true);
    });
  }
  addEventListener("popstate", () => location.reload());
}

/** @param {Element | null} element */
function moveFocus(element) {
  if (element instanceof HTMLElement) element.focus();
}

/**
 * @param {Element} element
 * @param {string} text
 */
function say(element, text) {
  const place = element.querySelector("[data-words]");
  if (place !== null) place.textContent = text;
}

// A run as it happens: the server tells of every change of the row.
function runs() {
  for (const element of document.querySelectorAll("[data-follow]")) {
    const source = new EventSource(element.getAttribute("data-follow") ?? "");
    source.addEventListener("progress", (event) => show(element, JSON.parse(event.data)));
    source.addEventListener("end", () => {
      source.close();
      say(element, "Finished.");
      location.reload();
    });
  }
}

let spoken = 0;

/**
 * @param {Element} element
 * @param {{ phase: string, done: number, total: number, detail: string, words: string }} progress
 */
function show(element, { phase, done, total, detail, words }) {
  const bar = element.querySelector("progress");
  if (bar !== null && total > 0) {
    bar.max = total;
    bar.value = done;
  } else {
    bar?.removeAttribute("value");
  }
  say(element, words + (detail === "" ? "" : ` · ${detail}`));
  // Read aloud by phase and no more than every ten seconds: every step would be a torrent.
  const aloud = element.querySelector("[aria-live]");
  if (aloud instanceof HTMLElement && (aloud.dataset["phase"] !== phase || Date.now() - spoken > 10_000)) {
    aloud.dataset["phase"] = phase;
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
  const touch = () => {
    touched = Date.now();
  };
  for (const kind of ["pointermove", "keydown", "scroll"]) addEventListener(kind, touch, { passive: true });
  setInterval(
    () => {
      if (document.hidden || Date.now() - touched > 600_000) return;
      if (place.contains(document.activeElement) || place.querySelector("details[open]") !== null) return;
      void take(location.href, false, { "X-Requested-With": "refresh" });
    },
    Number(place.getAttribute("data-refresh")) * 1000,
  );
}

function previews() {
  for (const form of document.querySelectorAll("form[data-preview]")) {
    if (form instanceof HTMLFormElement) preview(form);
  }
}

/** @param {HTMLFormElement} form */
function preview(form) {
  const { preview: address = "", shows = "" } = form.dataset;
  const place = document.getElementById(shows);
  if (place === null) return;
  let mine = 0;
  const ask = async () => {
    const number = ++mine;
    place.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(address, { method: "POST", body: new URLSearchParams(fieldsOf(form)) });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (number === mine && answer.ok) place.replaceChildren(...document.adoptNode(page.body).childNodes);
    } catch {
      // Left as it is: saving says what is wrong.
    } finally {
      place.removeAttribute("aria-busy");
    }
  };
  form.addEventListener(
    "input",
    later(() => void ask(), 300),
  );
}

function themes() {
  const choice = document.querySelector("[data-theme-choice]");
  const select = choice?.querySelector("select");
  if (!(choice instanceof HTMLElement) || select === null || select === undefined) return;
  choice.hidden = false;
  select.value = remembered() ?? document.documentElement.dataset["theme"] ?? "system";
  select.addEventListener("change", () => {
    try {
      localStorage.setItem(THEME, select.value);
    } catch {
      // Then for this page alone.
    }
    wear(select.value);
  });
}

function questions() {
  document.addEventListener("submit", (event) => {
    const asking = [event.submitter, event.target].find((each) => each instanceof HTMLElement && each.dataset["ask"]);
    const question = asking instanceof HTMLElement ? asking.dataset["ask"] : undefined;
    if (question !== undefined && !confirm(question)) event.preventDefault();
  });
}

// Times as the reader's own clock has them, beside the exact ones in UTC.
function times() {
  for (const time of document.querySelectorAll("time[datetime]")) {
    if (!(time instanceof HTMLTimeElement)) continue;
    const date = new Date(time.dateTime);
    if (!Number.isNaN(date.getTime())) time.title += `\n${date.toLocaleString()} here`;
  }
}

// The content gets the focus, not only the place on the screen.
function skipping() {
  document.querySelector(".skip")?.addEventListener("click", (event) => {
    event.preventDefault();
    const content = document.getElementById("content");
    content?.focus();
    content?.scrollIntoView();
  });
}

document.addEventListener("DOMContentLoaded", () => {
  for (const start of [skipping, lists, runs, refreshing, previews, themes, questions, times]) start();
  moveFocus(document.querySelector("[data-focus]"));
});
