// @ts-check
"use strict";

// What pages of the service do beyond reading: they send the token a person typed with every request. It is kept in the field
// and nowhere else, so it is gone with the page; links are followed without leaving it.

/** @type {HTMLInputElement | null} */
const tokenField = document.querySelector("#token");
const token = () => tokenField?.value.trim() ?? "";

/** @returns {Record<string, string>} */
const authorization = () => (token() === "" ? {} : { Authorization: `Token ${token()}` });

/**
 * Shows what another address answers in this page.
 * @param {string} address
 * @param {{ method?: string | undefined, body?: string | FormData, headers?: Record<string, string> }} request
 * @param {boolean} remember whether going back leads here
 */
async function show(address, request, remember) {
  document.body.setAttribute("aria-busy", "true");
  try {
    const headers = { Accept: "text/html", ...authorization(), ...request.headers };
    const { method = "GET", body = null } = request;
    const answer = await fetch(address, { method, body, headers, credentials: "omit" });
    const text = await answer.text();
    const isPage = (answer.headers.get("Content-Type") ?? "").startsWith("text/html");
    if (!isPage) return download(answer, text);
    const page = new DOMParser().parseFromString(text, "text/html");
    if (text === "") page.body.append(main(`Done: ${answer.status}`));
    for (const part of ["main", ".crumbs"]) {
      const found = page.querySelector(part);
      if (found !== null) document.querySelector(part)?.replaceWith(document.adoptNode(found));
    }
    document.title = page.title || document.title;
    if (remember) history.pushState(null, "", address);
    scrollTo(0, 0);
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    document.querySelector("main")?.prepend(main(`The service did not answer: ${words}`));
  } finally {
    document.body.removeAttribute("aria-busy");
  }
}

/** @param {string} text */
function main(text) {
  const element = document.createElement("main");
  const line = document.createElement("h1");
  line.textContent = text;
  element.append(line);
  return element;
}

/**
 * @param {Response} answer
 * @param {string} text
 */
function download(answer, text) {
  const place = main(`${answer.status} ${answer.statusText}`);
  const body = document.createElement("pre");
  body.className = "json";
  body.textContent = text.slice(0, 200_000);
  place.append(body);
  document.querySelector("main")?.replaceWith(place);
}

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || token() === "") return;
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  const address = new URL(link.href);
  if (address.origin !== location.origin || (address.pathname === location.pathname && address.hash !== "")) return;
  event.preventDefault();
  void show(address.href, {}, true);
});

addEventListener("popstate", () => void show(location.href, {}, false));

document.addEventListener("submit", (event) => {
  event.preventDefault();
  const form = event.target;
  if (!(form instanceof HTMLFormElement)) return;
  if (form.id === "sign-in") {
    void show(location.href, {}, false);
    return;
  }
  const { method, address = location.href } = form.dataset;
  if (method === "DELETE" && !confirm("Delete this for good?")) return;
  void show(address, { method, ...bodyOf(form) }, false);
});

/**
 * @param {HTMLFormElement} form
 * @returns {{ body?: string | FormData, headers?: Record<string, string> }}
 */
function bodyOf(form) {
  const entries = [...new FormData(form)].filter(([, value]) =>
    typeof value === "string" ? value !== "" : value.size > 0,
  );
  if (form.dataset["method"] === "DELETE" && entries.length === 0) return {};
  if (form.dataset["files"] === "yes") {
    const parts = new FormData();
    for (const [name, value] of entries) parts.append(name, value);
    return { body: parts };
  }
  const fields = entries.map(([name, value]) => [name, valueOf(form.elements.namedItem(name), textOf(value))]);
  return { body: JSON.stringify(Object.fromEntries(fields)), headers: { "Content-Type": "application/json" } };
}

/** @param {FormDataEntryValue} value */
const textOf = (value) => (typeof value === "string" ? value : value.name);

/**
 * @param {Element | RadioNodeList | null} field
 * @param {string} text
 * @returns {unknown}
 */
function valueOf(field, text) {
  const kind = field instanceof HTMLElement ? field.dataset["kind"] : "text";
  if (kind === "boolean") return text === "true";
  if (kind === "number") return Number(text);
  if (kind === "list") return text.startsWith("[") ? parsed(text) : text.split("\n");
  return kind === "json" ? parsed(text) : text;
}

/**
 * @param {string} text
 * @returns {unknown}
 */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
