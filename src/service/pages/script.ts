/**
 * What pages do beyond reading: they send the token a person typed with every request. It is kept in a variable of this
 * script alone, so it is gone with the page; links are followed without leaving it.
 */
export const script = `
"use strict";
const tokenField = document.querySelector("#token");
const token = () => tokenField.value.trim();
const authorization = () => (token() === "" ? {} : { Authorization: "Token " + token() });

async function show(address, request, remember) {
  document.body.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(address, { ...request, headers: { Accept: "text/html", ...authorization(), ...request.headers }, credentials: "omit" });
    const text = await answer.text();
    const isPage = (answer.headers.get("Content-Type") || "").startsWith("text/html");
    if (!isPage) return download(answer, text);
    const page = new DOMParser().parseFromString(text, "text/html");
    if (text === "") page.querySelector("body").append(main("Done: " + answer.status));
    for (const part of ["main", ".crumbs"]) {
      const found = page.querySelector(part);
      if (found !== null) document.querySelector(part).replaceWith(document.adoptNode(found));
    }
    document.title = page.title || document.title;
    if (remember) history.pushState(null, "", address);
    scrollTo(0, 0);
  } catch (error) {
    document.querySelector("main").prepend(main("The service did not answer: " + error.message));
  } finally {
    document.body.removeAttribute("aria-busy");
  }
}

function main(text) {
  const element = document.createElement("main");
  const line = document.createElement("h1");
  line.textContent = text;
  element.append(line);
  return element;
}

function download(answer, text) {
  const place = main(answer.status + " " + answer.statusText);
  const body = document.createElement("pre");
  body.className = "json";
  body.textContent = text.slice(0, 200000);
  place.append(body);
  document.querySelector("main").replaceWith(place);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (link === null || token() === "" || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const address = new URL(link.href);
  if (address.origin !== location.origin || (address.pathname === location.pathname && address.hash !== "")) return;
  event.preventDefault();
  show(address.href, {}, true);
});

addEventListener("popstate", () => show(location.href, {}, false));

document.addEventListener("submit", (event) => {
  event.preventDefault();
  const form = event.target;
  if (form.id === "sign-in") return void show(location.href, {}, false);
  if (form.dataset.method === "DELETE" && !confirm("Delete this for good?")) return;
  show(form.dataset.address, { method: form.dataset.method, ...bodyOf(form) }, false);
});

function bodyOf(form) {
  const entries = [...new FormData(form)].filter(([, value]) => (typeof value === "string" ? value !== "" : value.size > 0));
  if (form.dataset.method === "DELETE" && entries.length === 0) return {};
  if (form.dataset.files === "yes") {
    const parts = new FormData();
    for (const [name, value] of entries) parts.append(name, value);
    return { body: parts };
  }
  const fields = Object.fromEntries(entries.map(([name, value]) => [name, valueOf(form.elements[name], value)]));
  return { body: JSON.stringify(fields), headers: { "Content-Type": "application/json" } };
}

function valueOf(field, text) {
  const kind = field.dataset ? field.dataset.kind : "text";
  if (kind === "boolean") return text === "true";
  if (kind === "number") return Number(text);
  if (kind === "list") return text.startsWith("[") ? parsed(text) : text.split("\\n");
  return kind === "json" ? parsed(text) : text;
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
`;
