// @ts-check

// What the editor does beyond its form. Without this file everything works; with it there are keys, checks while somebody
// types, placeholders that a click inserts, and a text that survives a closed tab and a lost connection.

/** @typedef {typeof import("../src/catalog/checks/in-browser.ts")} Checks */
/** @typedef {import("../src/catalog/checks/check.ts").CheckedText} CheckedText */
/** @typedef {import("../src/catalog/checks/check.ts").CheckFinding} Finding */
/** @typedef {import("../src/service/wording/sentences.ts").Sentences} Sentences */
/** @typedef {CheckedText & { unit: number, forms: number, dismissed: string[], stored: { target: string[], state: string } }} StringData */
/** @typedef {{ target: string[], state: string, seen: string, source: string, time: number, where: string, name?: string }} Draft */

const CHECK_MILLISECONDS = 300;
const DRAFT_MILLISECONDS = 400;
const SPEAK_MILLISECONDS = 1000;
const RETRY_MILLISECONDS = 10_000;
const OPEN_MILLISECONDS = 60_000;
const MOST_DRAFTS = 200;
const DRAFT_DAYS = 30;
const NEEDS_EDITING = "10";
const APPROVED = "30";

/** @template {Element} Kind @param {string} selector @param {new () => Kind} kind @param {ParentNode} within @returns {Kind | undefined} */
const find = (selector, kind, within = document) => {
  const found = within.querySelector(selector);
  return found instanceof kind ? found : undefined;
};
/** @template {Element} Kind @param {string} selector @param {new () => Kind} kind @param {ParentNode} within @returns {Kind[]} */
const findAll = (selector, kind, within = document) =>
  [...within.querySelectorAll(selector)].filter(/** @returns {found is Kind} */ (found) => found instanceof kind);

/** @param {string} name @param {Record<string, string>} attributes @param {(Node | string)[]} content */
const element = (name, attributes = {}, ...content) => {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...content);
  return made;
};

const { lang } = document.documentElement;
const plurals = new Intl.PluralRules(lang);
/**
 * A sentence of the catalogue, filled. Before this file is served, each key has its sentence in its place (`page-files.ts`), so that a
 * page brings no catalogue.
 * @template {keyof Sentences} Key
 * @param {Key} key @param {[Sentences[Key]] extends [never] ? [] : [Record<Sentences[Key], string | number>]} values
 */
const say = (key, ...values) => fill(key, Object(values[0]));
/** @param {string | Record<string, string>} sentence @param {Record<string, string | number>} values */
const fill = (sentence, values) =>
  (typeof sentence === "string"
    ? sentence
    : (sentence[plurals.select(Number(values["count"]))] ?? sentence["other"] ?? "")
  ).replace(/{{(\w+)}}/g, (_, name) => values[name]?.toLocaleString(lang) ?? "");

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
const form = () => find("form.translate", HTMLFormElement);
const fields = () => findAll("form.translate textarea", HTMLTextAreaElement);
/** The field that has the focus, or had it last. */
const field = () => fields().find((each) => each === document.activeElement) ?? lastField ?? fields()[0];
/** @type {HTMLTextAreaElement | undefined} */
let lastField;

// What is said to those who do not see, in one place that outlives the pages.
const spoken = element("p", { class: "hidden", role: "status", "aria-live": "polite" });
/** @param {string} words */
const speak = (words) => {
  spoken.textContent = words;
};

/**
 * What a form sends.
 * @param {HTMLFormElement} own @param {Record<string, string>} more in place of what stands there
 * @param {HTMLElement | null} button the one that was pressed
 */
const bodyOf = (own, more = {}, button = null) => {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(own, button)) if (typeof value === "string") body.append(name, value);
  for (const [name, value] of Object.entries(more)) body.set(name, value);
  return body;
};

/** Texts under the names of a form's fields, as a form sends them: a field knows line feeds only, whatever the text had. @param {string[]} texts @param {string | null} lineEnds */
const asSent = (texts, lineEnds) => (lineEnds === "crlf" ? texts.map((text) => text.replaceAll("\n", "\r\n")) : texts);
/** @param {string[]} texts as they are sent @returns {Record<string, string>} */
const targetFields = (texts) => Object.fromEntries(texts.map((text, at) => [`target.${at}`, text]));

/** @param {Node | string} words @param {() => void} run */
const plainButton = (words, run) => {
  const button = element("button", { type: "button", class: "plain" }, words);
  button.addEventListener("click", run);
  return button;
};

/** @param {() => void} work @param {number} milliseconds */
const later = (work, milliseconds) => {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(work, milliseconds);
  };
};

// ---- The string ------------------------------------------------------------------------------------------------------------

/** @returns {StringData | undefined} */
const readString = () => {
  const text = document.getElementById("string-data")?.textContent;
  if (text === null || text === undefined) return undefined;
  const data = JSON.parse(text);
  return { ...data, target: [], flags: new Map(data.flags) };
};
/** @type {StringData | undefined} */
let string;

/** @type {Checks | undefined} */
let checks;
/** The checks are a file of their own, which comes when the page is there. */
const loadChecks = async () => {
  const own = find("script[data-checks]", HTMLScriptElement);
  const { checks: address, checksIntegrity } = own?.dataset ?? {};
  if (address === undefined) return;
  const script = document.createElement("script");
  Object.assign(script, { type: "module", src: address, integrity: checksIntegrity });
  const loaded = new Promise((resolve) => {
    script.addEventListener("load", () => resolve(true));
    script.addEventListener("error", () => resolve(false));
  });
  document.head.append(script);
  // Without them the service finds what is wrong, when somebody saves.
  if (!(await loaded)) return;
  checks = await import(address);
  refresh();
};

const typed = () => fields().map(({ value }) => value);
const targets = () => asSent(typed(), valueOf("line_ends"));
const chosenState = () => find("form.translate input[name=state]:checked", HTMLInputElement)?.value ?? "20";

// ---- Placeholders ----------------------------------------------------------------------------------------------------------

/** @param {StringData} like @param {string} text */
const partsOf = (like, text) => (checks?.fixedParts(like, text) ?? []).map(({ from, to }) => text.slice(from, to));

/** What of these is not among those; each counts as often as it stands. @param {string[]} these @param {string[]} those */
const beyond = (these, those) => {
  const left = [...those];
  return these.filter((each) => {
    const at = left.indexOf(each);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
};

/** @param {HTMLTextAreaElement} area */
const sourceBeside = (area) => string?.source[Number(area.dataset["beside"])] ?? "";

/** Through the browser's own editing: undo goes on to work. @param {HTMLTextAreaElement} area @param {string} text */
const type = (area, text) => {
  area.focus();
  if (document.execCommand("insertText", false, text)) return;
  area.setRangeText(text, area.selectionStart, area.selectionEnd, "end");
  area.dispatchEvent(new InputEvent("input", { bubbles: true }));
};

/** @param {string} part */
const insert = (part) => {
  const area = field();
  if (area === undefined) return;
  const chosen = area.value.slice(area.selectionStart, area.selectionEnd);
  const [, name] = /^<([A-Za-z][\w:.-]*)[^<>]*[^/]?>$/.exec(part) ?? [];
  const isPair = chosen !== "" && name !== undefined && sourceBeside(area).includes(`</${name}>`);
  type(area, isPair ? `${part}${chosen}</${name}>` : part);
  speak(say("script.inserted", { part }));
};

/** @param {string} part */
const partButton = (part) => {
  const button = element(
    "button",
    { type: "button", class: "part", dir: "ltr", "aria-label": say("script.insertPart", { part }) },
    part,
  );
  // The caret stays where it is.
  button.addEventListener("mousedown", (event) => event.preventDefault());
  button.addEventListener("click", () => insert(part));
  return button;
};

const sourceParts = () => findAll(".source .part", HTMLElement).map(({ textContent }) => textContent ?? "");

// ---- Checks while typing ---------------------------------------------------------------------------------------------------

/**
 * The string with what the fields hold; an untranslated one has a state as soon as it has a text.
 * @returns {CheckedText}
 * @throws {Error} on a page without a string, where nothing is checked
 */
const checkedNow = () => {
  if (string === undefined) throw new Error("This page has no string.");
  return { ...string, target: targets(), state: Number(chosenState()) };
};

/** @param {StringData} like @returns {readonly Finding[]} */
const findingsNow = (like) => {
  allFindings = checks === undefined || typed().every((text) => text === "") ? [] : checks.runChecks(checkedNow());
  return allFindings.filter(({ check }) => !like.dismissed.includes(check));
};
/** With those that somebody dismissed. @type {readonly Finding[]} */
let allFindings = [];

const NO_PROBLEMS = say("script.noProblems");
/** Nobody is told of problems that there never were. */
let toldBefore = NO_PROBLEMS;
const tell = later(() => {
  const words = wordsOfProblems();
  if (words !== toldBefore) speak(words);
  toldBefore = words;
}, SPEAK_MILLISECONDS);

/** @type {readonly Finding[]} */
let shownFindings = [];
const wordsOfProblems = () => {
  const count = shownFindings.length;
  if (count === 0) return NO_PROBLEMS;
  // First what is wrong where somebody types.
  const at = fields().findIndex((area) => area === field());
  const sorted = shownFindings.toSorted((one, other) => Number(other.form === at) - Number(one.form === at));
  const words = sorted.map((finding) => [formWords(finding.form), finding.message, partWords(finding)]);
  const all = words.map((each) => each.filter((word) => word !== "").join(" ")).join(" ");
  return say("script.problems", { count, problems: all });
};

/** Which form of a plural it is, by its numbers. @param {number} at */
const formWords = (at) => {
  const numbers = find("b", HTMLElement, fields()[at]?.closest(".plural") ?? undefined)?.textContent ?? "";
  return fields().length > 1 ? say("script.forNumbers", { numbers }) : "";
};

/** What the field marks, for those who do not see marks; spaces are told by what stands before them. @param {Finding} finding */
const partWords = (finding) => {
  const text = fields()[finding.form]?.value ?? "";
  if (checks === undefined || valueOf("line_ends") === "crlf") return "";
  const spot = checks.spotsOf(checkedNow(), finding).find(({ from, to }) => to > from && to <= text.length);
  if (spot === undefined) return "";
  const part = text.slice(spot.from, spot.to);
  if (part.trim() !== "") return say("script.marked", { part });
  const before = text.slice(0, spot.from).match(/\S+$/)?.[0];
  return before === undefined ? say("script.markedBeginning") : say("script.markedAfter", { word: before });
};

/** Checks speak no other language. @param {string} words */
const english = (words) => element("span", { lang: "en" }, words);

/** @param {Finding} finding */
const findingItem = (finding) => {
  const { check, form: at, severity, message } = finding;
  const name = nameOfCheck(check);
  const breaks = severity === "breaks";
  const item = element("li", { class: breaks ? "error" : "warning" });
  const heading = breaks ? say("problems.error", { check: name }) : say("problems.warning", { check: name });
  const [before = "", after = ""] = heading.split(name);
  item.append(element("b", {}, before, english(name), after), " ");
  const numbers = fields()[at]?.dataset["numbers"] ?? "";
  if (numbers !== "") item.append(element("span", { class: "soft" }, say("problems.forNumbers", { numbers })), " ");
  item.append(english(message), element("span", { class: "hidden" }, ` ${partWords(finding)}`));
  const whole = checks === undefined ? undefined : checks.mended(checkedNow(), finding, allFindings);
  if (whole !== undefined) item.append(" ", mendButton(finding, whole, name));
  return item;
};

/** Where one thing alone mends it; the browser's own undo takes it back. @param {Finding} finding @param {string} whole @param {string} name */
const mendButton = ({ form: at }, whole, name) => {
  const button = plainButton(say("problems.fix"), () => {
    const area = fields()[at];
    if (area === undefined) return;
    area.select();
    type(area, whole.replaceAll("\r\n", "\n"));
    refresh();
    speak(say("script.mended", { check: name }));
  });
  button.append(" ", element("span", { class: "hidden", lang: "en" }, name));
  return button;
};

const showProblems = () => {
  if (string === undefined || checks === undefined) return;
  shownFindings = findingsNow(string);
  for (const old of findAll(".found", HTMLElement)) old.remove();
  for (const [at, area] of fields().entries()) {
    const found = shownFindings.filter(({ form: of }) => of === at);
    const list = element(
      "ul",
      { class: "problems found", "aria-label": say("problems.list") },
      ...found.map(findingItem),
    );
    if (found.length > 0) document.getElementById(`${area.id}-length`)?.after(list);
    if (found.some(({ severity }) => severity === "breaks")) area.setAttribute("aria-invalid", "true");
    else area.removeAttribute("aria-invalid");
  }
  describe();
  nameButtons();
  offerDismissal();
  tell();
};

/**
 * Each field by its own problems, in the elements that the page comes with. Screen readers read out what comes to the field that
 * somebody types in: from it only goes what is true no more.
 */
const describe = () => {
  if (checks === undefined) return;
  for (const [at, area] of fields().entries()) {
    const told = `#told-${at}`;
    const own = findAll(`#${area.id}-length + .found > li`, HTMLElement).map((item) => wordsOf(item));
    if (area !== document.activeElement)
      find(told, HTMLElement)?.replaceChildren(...own.map((words) => element("span", {}, `${words} `)));
    else
      for (const old of findAll(`${told} > *`, HTMLElement))
        if (!own.some((words) => words.startsWith(wordsOf(old)))) old.remove();
  }
};

/** The checks that can be dismissed are those that the page shows. */
const offerDismissal = () => {
  const own = document.getElementById("dismiss");
  const choice = find("#dismiss-check", HTMLSelectElement);
  if (own === null || choice === undefined) return;
  const elsewhere = isChanged() ? [] : JSON.parse(choice.dataset["elsewhere"] ?? "[]");
  const names = [...new Set([...shownFindings.map(({ check }) => check), ...elsewhere])];
  const chosen = choice.value;
  choice.replaceChildren(
    ...names.map((name) =>
      element("option", { value: name, lang: "en", ...(name === chosen && { selected: "" }) }, nameOfCheck(name)),
    ),
  );
  own.hidden = names.length === 0;
  const button = find("button[value=dismiss]", HTMLButtonElement, own);
  if (button !== undefined) button.textContent = isChanged() ? say("dismiss.saveButton") : say("dismiss.button");
};
/** @param {string} check */
const nameOfCheck = (check) => checks?.checkDefinitions.find(({ id }) => id === check)?.name ?? check;

/** Opens the question why, with a check chosen. @param {number} at */
const dismissCheck = (at) => {
  const own = find("#dismiss", HTMLDetailsElement);
  const choice = find("#dismiss-check", HTMLSelectElement);
  if (own === undefined || choice === undefined) return;
  own.open = true;
  choice.selectedIndex = at;
  find("input[name=reason]", HTMLInputElement, own)?.focus();
};

const nameButtons = () => {
  const breaking = shownFindings.some(({ severity }) => severity === "breaks");
  const count = shownFindings.length;
  const plain = document.querySelector("#conflict") === null ? say("form.save") : say("form.useMine");
  const warned = say("form.saveWith", { count });
  const save = breaking ? say("form.saveHeld") : count > 0 ? warned : plain;
  for (const [name, words] of /** @type {const} */ ([
    ["next", say("form.andGoOn", { save })],
    ["stay", save],
  ])) {
    const button = saveButton(name);
    if (button === undefined) continue;
    const hint = button.querySelector("kbd");
    button.replaceChildren(words, ...(hint === null ? [] : [" ", hint]));
  }
};

/** @param {string} value */
const saveButton = (value) => find(`form.translate button[name=do][value=${value}]`, HTMLButtonElement);

/** Below each field, and marked in the source: what the source has and the text has not yet. */
const showMissing = () => {
  /** @type {Set<string>} */
  const absent = new Set();
  for (const area of fields()) {
    const own = area.closest(".marked")?.nextElementSibling;
    const old = own?.classList.contains("missing") === true ? own : undefined;
    const missing =
      string === undefined || area.value === ""
        ? []
        : [...new Set(beyond(partsOf(string, sourceBeside(area)), partsOf(string, area.value)))];
    for (const part of missing) absent.add(`${area.dataset["beside"]} ${part}`);
    if (old?.textContent === missing.join("")) continue;
    old?.remove();
    if (missing.length === 0) continue;
    const line = element("p", { class: "missing" }, element("span", { class: "soft" }, say("script.missing")), " ");
    for (const part of missing) line.append(partButton(part), " ");
    area.closest(".marked")?.after(line);
  }
  for (const [at, source] of findAll(".texts.source", HTMLElement).entries())
    for (const part of findAll(".part", HTMLElement, source))
      part.classList.toggle("absent", absent.has(`${at} ${part.textContent ?? ""}`));
};

/** As the page comes with it: a text of a right-to-left language with each placeholder in its own direction. */
const showReadings = () => {
  if (string === undefined || checks === undefined) return;
  for (const area of fields()) {
    removeReading(area);
    const text = area.value;
    const parts = area.dir === "rtl" ? checks.leftToRightParts(string, text) : [];
    if (parts.length === 0) continue;
    const read = element("div", { class: "texts", lang: area.lang, dir: "rtl" });
    let at = 0;
    for (const { from, to } of parts) {
      read.append(text.slice(at, from), element("bdi", { class: "part", dir: "ltr" }, text.slice(from, to)));
      at = to;
    }
    read.append(text.slice(at));
    const words = element("span", { class: "soft" }, say("field.asItReads"));
    const shown = element("div", { "aria-hidden": "true" }, words, read);
    const place = element("div", { class: "reading", id: `${area.id}-reading` }, shown);
    if (checks.beginsWithPlaceholder(string, text)) place.append(markButton(area));
    document.getElementById(`${area.id}-length`)?.before(place);
  }
};
/** @param {HTMLTextAreaElement} area */
const removeReading = (area) => document.getElementById(`${area.id}-reading`)?.remove();

/** What begins with a placeholder programs may take for a text from left to right. @param {HTMLTextAreaElement} area */
const markButton = (area) =>
  plainButton(say("script.rtlMark"), () => {
    area.setSelectionRange(0, 0);
    type(area, "\u200F");
    refresh();
  });

// ---- Length and special characters -----------------------------------------------------------------------------------------

const graphemes = new Intl.Segmenter();

/** What a form counts: by the limit's own measure where there is one, else as people count, beside the source. */
const showLengths = () => {
  for (const area of fields()) {
    const place = document.getElementById(`${area.id}-length`);
    if (place === null || string === undefined) continue;
    const most = place.dataset["most"];
    const text = area.value;
    if (most === undefined) {
      place.textContent =
        text === ""
          ? ""
          : say("script.length", {
              amount: [...graphemes.segment(text)].length,
              source: place.dataset["source"] ?? "",
            });
    } else if (checks !== undefined) {
      const count = checks.countedLength(text, string.flags);
      place.textContent = say("script.lengthOf", { amount: count, most });
      place.classList.toggle("over", count > Number(most));
    }
  }
};

/** Characters that keyboards lack, each a button, all of them one stop of Tab; without a script they are there to be copied. */
const dressCharacters = () => {
  const row = find("p.characters", HTMLElement);
  const buttons = findAll("data", HTMLDataElement, row).map((place, at) => {
    const { name = "", sign = "" } = place.dataset;
    const label = say("script.insertPart", { part: sign });
    const button = element("button", { type: "button", class: "part", "aria-label": label, title: name }, sign);
    button.tabIndex = at === 0 ? 0 : -1;
    button.addEventListener("mousedown", (event) => event.preventDefault());
    button.addEventListener("click", () => {
      const area = field();
      if (area === undefined) return;
      type(area, place.value);
      speak(say("script.inserted", { part: name }));
    });
    place.replaceWith(button);
    return button;
  });
  row?.setAttribute("role", "toolbar");
  row?.addEventListener("keydown", (event) => {
    const at = buttons.findIndex((button) => button === document.activeElement);
    /** @type {Record<string, number>} */
    const places = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 };
    const [from, button] = [buttons[at], buttons[places[keysOf(event)] ?? -1]];
    if (from === undefined || button === undefined) return;
    event.preventDefault();
    from.tabIndex = -1;
    button.tabIndex = 0;
    button.focus();
  });
};

// ---- Marks behind the text -------------------------------------------------------------------------------------------------

/**
 * Where a character of a text stands, which marks cut into pieces.
 * @param {HTMLElement} source @param {number} index @returns {{ node: Text, at: number } | undefined}
 */
const placeOf = (source, index) => {
  const walker = document.createTreeWalker(source, NodeFilter.SHOW_TEXT);
  let [node, at] = [walker.nextNode(), index];
  for (; node instanceof Text && at >= node.length; node = walker.nextNode()) at -= node.length;
  return node instanceof Text ? { node, at } : undefined;
};

/** @param {HTMLTextAreaElement} area */
const drawMarks = (area) => {
  const marks = area.previousElementSibling;
  if (!(marks instanceof HTMLElement) || !marks.classList.contains("marks")) return;
  const text = area.value;
  /** @type {{ from: number, to: number, kind: string, sign?: string }[]} */
  const places = (checks?.unseenIn(text) ?? []).map((each) => ({
    ...each,
    kind: each.sign.length > 1 ? "sign named" : "sign",
  }));
  if (string !== undefined && checks !== undefined) {
    const like = string;
    const known = new Set(like.source.flatMap((source) => partsOf(like, source)));
    for (const { from, to } of checks.fixedParts(like, text))
      if (!known.has(text.slice(from, to))) places.push({ from, to, kind: "wrong" });
    // Of a text with other line ends the places are not those of the field.
    if (valueOf("line_ends") !== "crlf")
      for (const finding of shownFindings.filter(({ form: at }) => fields()[at] === area))
        for (const { from, to } of checks.spotsOf(checkedNow(), finding))
          if (to > from && to <= text.length)
            places.push({ from, to, kind: finding.severity === "breaks" ? "wrong" : "odd" });
  }
  places.sort((one, other) => one.from - other.from || other.to - one.to);
  marks.replaceChildren();
  let at = 0;
  for (const { from, to, kind, sign } of places) {
    if (from < at) continue;
    marks.append(
      text.slice(at, from),
      element("span", { class: kind, ...(sign && { "data-sign": sign }) }, text.slice(from, to)),
    );
    at = to;
  }
  // The last line end of a text has a line of its own in a field, and none in an element.
  marks.append(`${text.slice(at)}\u200B`);
  marks.scrollTop = area.scrollTop;
};

/** @param {HTMLTextAreaElement} area */
const layMarks = (area) => {
  const marks = element("div", { class: "marks", "aria-hidden": "true", dir: area.dir, lang: area.lang });
  const around = element("div", { class: "marked" });
  area.replaceWith(around);
  around.append(marks, area);
  area.addEventListener("scroll", () => {
    marks.scrollTop = area.scrollTop;
  });
};

// ---- Panels ----------------------------------------------------------------------------------------------------------------

/** Memory, machines and glossary are asked when the page is there: it comes first, they come after it. */
const loadPanels = () => {
  for (const panel of findAll("section[data-panel]", HTMLElement)) void loadPanel(panel);
};

/** @param {HTMLElement} panel */
const loadPanel = async (panel) => {
  const address = panel.dataset["panel"] ?? "";
  try {
    const answer = await fetch(`${address}&only=yes`, { headers: { Accept: "text/html" }, ...orderOf(panel) });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const loaded = page.getElementById(panel.id);
    if (loaded === null || !panel.isConnected) return;
    panel.replaceWith(document.adoptNode(loaded));
    markTerms();
  } catch {
    // The link, or the button, that the panel holds is still there.
  }
};

/** When others were told last that the string is open here. */
let openedAt = 0;
/** Whoever types on has it open on, and is told who else has. */
const stayOpen = async () => {
  const line = find("#open", HTMLElement);
  if (line === undefined || !navigator.onLine || Date.now() - openedAt < OPEN_MILLISECONDS) return;
  openedAt = Date.now();
  await loadPanel(line);
  const words = wordsOf(find("#open", HTMLElement));
  if (words !== wordsOf(line)) speak(words);
};

/** What spends something is an order of the form, not an address. @param {HTMLElement} panel @returns {RequestInit} */
const orderOf = (panel) => {
  const { order } = panel.dataset;
  const own = form();
  if (order === undefined || own === undefined) return {};
  return { method: "POST", body: bodyOf(own, { do: order }) };
};

/** In small letters, but for those that two would stand for: each character keeps its place. @param {string} text */
const inSmall = (text) =>
  text.replaceAll(/./gsu, (each) => (each.toLowerCase().length === each.length ? each.toLowerCase() : each));

/** Terms of a glossary that came after the page are underlined in the source, without touching what stands there. */
const markTerms = () => {
  if (document.querySelector(".source .term") !== null) return;
  const terms = findAll("[data-term]", HTMLElement).map(({ dataset }) => dataset["term"] ?? "");
  if (!("highlights" in CSS)) return;
  /** @type {Range[]} */
  const ranges = [];
  for (const source of findAll(".texts.source", HTMLElement)) {
    const text = inSmall(source.textContent ?? "");
    for (const term of terms) {
      const at = term === "" ? -1 : text.indexOf(inSmall(term));
      const [first, last] = [placeOf(source, at), placeOf(source, at + term.length - 1)];
      if (at === -1 || first === undefined || last === undefined) continue;
      const range = new Range();
      range.setStart(first.node, first.at);
      range.setEnd(last.node, last.at + 1);
      ranges.push(range);
    }
  }
  CSS.highlights.set("term", new Highlight(...ranges));
};

/** What the memory offers: the forms of each match. */
const offers = () => findAll(".offers button[data-use]", HTMLButtonElement);
/** @param {HTMLButtonElement} button @returns {string[]} */
const formsOf = (button) => JSON.parse(button.dataset["use"] ?? "[]");

/** The text of a match in place of what stands there; undo brings it back. @param {HTMLButtonElement} button */
const takeMatch = (button) => {
  const forms = formsOf(button);
  const areas = fields();
  const own = field();
  const filled = forms.length === areas.length ? areas : own === undefined ? [] : [own];
  for (const [at, area] of filled.entries()) {
    area.focus();
    area.select();
    type(area, forms[at] ?? "");
  }
  filled[0]?.focus();
  const quality = button.closest("[data-quality]")?.getAttribute("data-quality");
  const origin = button.closest("[data-origin]")?.getAttribute("data-origin") ?? "";
  speak(
    quality === null || quality === undefined
      ? say("script.textTaken", { name: origin })
      : say("script.matchTaken", { quality }),
  );
};
document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("button[data-use]") : null;
  if (!(button instanceof HTMLButtonElement)) return;
  event.preventDefault();
  takeMatch(button);
});

// ---- Drafts ----------------------------------------------------------------------------------------------------------------

const PREFIX = "interlinear-draft:";
const person = () => document.body.dataset["user"] ?? "";
/** The name of a string, for a list. @param {string} text */
const shortened = (text) => {
  const words = text.replace(/\s+/g, " ").trim();
  return words.length > 60 ? `${words.slice(0, 59)}…` : words;
};
const draftKey = () => `${PREFIX}${person()}:${String(string?.unit)}`;
/** Whether the fields hold what nobody saved; also of a page that came with it. */
const isChanged = () => {
  if (string === undefined) return false;
  const { target, state } = string.stored;
  const chosen = find("form.translate input[name=state]:checked", HTMLInputElement)?.value ?? state;
  return typed().some((text, at) => text !== target[at]) || chosen !== state;
};
/** @param {string} name */
const valueOf = (name) => find(`form.translate input[name=${name}]`, HTMLInputElement)?.value ?? "";

/**
 * What may not stay in the browser, or finds no room there, outlives the pages that come in place of this one, and no more.
 * @type {Map<string, Draft>}
 */
const inMemory = new Map();
/** Keeps a text in the browser, or without one forgets it. @param {string} key @param {string} [text] @returns whether the browser does */
const store = (key, text) => {
  try {
    if (text === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    return true;
  } catch {
    isStorageRefused = true;
    return false;
  }
};
/** @param {string} key @param {Draft} draft */
const keep = (key, draft) => {
  inMemory.set(key, draft);
  if (isWanted(KEEPING) && store(key, JSON.stringify(draft))) inMemory.delete(key);
};
/** @param {string} key */
const drop = (key) => {
  inMemory.delete(key);
  store(key);
};

/** One that cannot be read is removed. @param {string} key @returns {Draft | undefined} */
const draftAt = (key) => {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? undefined;
  } catch {
    store(key);
    return undefined;
  }
};

const storedKeys = () => {
  try {
    return Object.keys(localStorage);
  } catch {
    isStorageRefused = true;
    return [];
  }
};
/** @returns {[string, Draft][]} the newest first */
const drafts = () =>
  storedKeys()
    .filter((each) => each.startsWith(PREFIX))
    .flatMap((key) => {
      const draft = draftAt(key);
      return draft === undefined ? [] : [/** @type {[string, Draft]} */ ([key, draft])];
    })
    .sort(([, one], [, other]) => other.time - one.time);

/** When a draft was typed. @param {Draft} draft */
const timeWords = ({ time }) => new Date(time).toLocaleString(lang, { dateStyle: "short", timeStyle: "short" });

let isStorageRefused = false;

/** What somebody chose here holds for this page also where the browser keeps nothing. @type {Map<string, boolean>} */
const choices = new Map();
/** What somebody chose for this browser: "no" where they did not want it. @param {string} name */
const isWanted = (name) => {
  try {
    return choices.get(name) ?? localStorage.getItem(`interlinear-${name}`) !== "no";
  } catch {
    return true;
  }
};
/** On a computer of others nothing may stay. */
const KEEPING = "keeping";
/** Keys of one character, which some people, and those who speak to their computers, type by accident. */
const SINGLE_KEYS = "single-keys";

const whereKept = () => (isWanted(KEEPING) ? say("script.kept") : say("script.inField"));

/** @param {string} name @param {string} words @param {() => boolean} mayEnd asked before it is switched off */
const switchBox = (name, words, mayEnd = () => true) => {
  const box = element("input", { type: "checkbox" });
  if (!(box instanceof HTMLInputElement)) return box;
  box.checked = isWanted(name);
  box.addEventListener("change", () => {
    box.checked ||= !mayEnd();
    choices.set(name, box.checked);
    store(`interlinear-${name}`, box.checked ? undefined : "no");
  });
  return element("label", { class: "check" }, box, ` ${words}`);
};

/**
 * Moves a draft that does not fit its string any more to a key of its own: what is typed next would take its place.
 * @param {string} key @param {Draft} draft
 * @returns {string} where it is now
 */
const setAside = (key, draft) => {
  const aside = `${key}:${draft.time}`;
  keep(aside, draft);
  drop(key);
  return aside;
};
/** Whether a draft was typed for just what the form has now. @param {Draft} draft @param {number} forms @param {string} seen @param {string} source */
const fits = (draft, forms, seen, source) =>
  draft.target.length === forms && draft.seen === seen && draft.source === source;

const keepDraft = () => {
  if (string === undefined || person() === "") return;
  if (!isChanged()) return drop(draftKey());
  keep(draftKey(), {
    target: typed(),
    state: chosenState(),
    seen: valueOf("seen_target"),
    source: valueOf("seen_source"),
    time: Date.now(),
    where: location.href,
    name: shortened(find("#string code", HTMLElement)?.textContent ?? string.source[0] ?? ""),
  });
};
const keepDraftSoon = later(keepDraft, DRAFT_MILLISECONDS);

const forgetOldDrafts = () => {
  const oldest = Date.now() - DRAFT_DAYS * 86_400_000;
  for (const [at, [key, { time }]] of drafts().entries()) if (at >= MOST_DRAFTS || !(time > oldest)) store(key);
};

/** Whether the page came as the answer to a form without the texts: a vote, a step back. */
let isOther = false;

/** The text that nobody saved comes back into the fields, unless somebody else saved meanwhile: then it is shown beside. */
const bringDraft = () => {
  const own = form();
  if (string === undefined || own === undefined) return;
  const key = draftKey();
  const areas = fields();
  // A page that came with what was typed has it already, unless it answers another form.
  const isTyped = isChanged() || (!isOther && document.querySelector(".flash.bad") !== null);
  const said = [];
  for (const [at, draft] of new Map([...drafts(), ...inMemory])) {
    const isAside = at.startsWith(`${key}:`);
    if (isAside || (at === key && !isTyped)) said.push(showDraft(own, areas, at, draft, isAside));
  }
  speak(said.join(" ").trim());
};

/**
 * @param {HTMLFormElement} own @param {HTMLTextAreaElement[]} areas @param {string} key @param {Draft} draft @param {boolean} isAside
 * @returns {string} what is said of it
 */
const showDraft = (own, areas, key, draft, isAside) => {
  const isWhole = draft.target.length === areas.length;
  if (
    isWhole &&
    draft.target.every((text, at) => text === string?.stored.target[at]) &&
    draft.state === string?.stored.state
  ) {
    drop(key);
    return "";
  }
  const put = () => {
    for (const [at, area] of areas.entries()) area.value = draft.target[at] ?? "";
    for (const choice of findAll("form.translate input[name=state]", HTMLInputElement))
      choice.checked = choice.value === draft.state;
    refresh();
  };
  const isSame = !isAside && fits(draft, areas.length, valueOf("seen_target"), valueOf("seen_source"));
  const at = isSame || isAside ? key : setAside(key, draft);
  const time = timeWords(draft);
  const words = isSame ? say("script.draftPut", { time }) : say("script.draftOld", { time });
  const note = element("div", { class: "flash attention", "data-draft": at });
  const discard = element("button", { type: "button", class: "second" }, say("script.discardIt"));
  discard.addEventListener("click", () => {
    drop(at);
    // What is typed beside it stays.
    if (isSame) own.reset();
    note.remove();
    refresh();
    speak(say("script.discarded"));
    areas[0]?.focus();
  });
  note.append(element("p", {}, words));
  if (!isSame) for (const text of draft.target) note.append(element("p", { class: "texts", dir: "auto" }, text));
  if (!isSame && isWhole) {
    const use = element("button", { type: "button", class: "second" }, say("script.putIn"));
    use.addEventListener("click", () => {
      note.remove();
      put();
      keepDraft();
      if (at !== draftKey()) drop(at);
      areas[0]?.focus();
    });
    note.append(use);
  }
  note.append(discard);
  own.before(note);
  if (isSame) put();
  return words;
};

// ---- Saving without leaving the page ---------------------------------------------------------------------------------------

/** SHA-256 of the text as the server makes it: what a person has read the problems of. */
const hashOfText = async () => {
  const target = targets();
  const state = target.every((text) => text === "") ? 0 : Number(chosenState());
  const bytes = new TextEncoder().encode(JSON.stringify([target, state]));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest.subarray(0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("");
};

/** Whether the beginning of it is on the screen, and under nothing. @param {HTMLElement} item */
const isSeen = (item) => {
  const { x, y } = item.getBoundingClientRect();
  return item.contains(document.elementFromPoint(x + 1, y + 1));
};

/** Whoever sees the problems of this very text while they save it has read them. @param {HTMLFormElement} own */
const markAsRead = async (own) => {
  // Only where the connection is safe does a browser offer it; otherwise the server asks once.
  if (string === undefined || checks === undefined || crypto.subtle === undefined) return;
  const shown = JSON.stringify(shownFindings);
  if (JSON.stringify(findingsNow(string)) !== shown || shownFindings.length === 0) return;
  if (!findAll(".found li", HTMLElement).every(isSeen)) return;
  const known = find("input[name=known]", HTMLInputElement, own) ?? element("input", { type: "hidden", name: "known" });
  own.append(known);
  if (known instanceof HTMLInputElement) known.value = await hashOfText();
};

let isSending = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let retry;

/** @param {HTMLFormElement} own @param {HTMLElement | null} button */
const send = async (own, button) => {
  if (isSending) return;
  isSending = true;
  clearTimeout(retry);
  keepDraft();
  // Those that were shown beside it are decided by it.
  const keys = [draftKey(), ...findAll("[data-draft]", HTMLElement).map(({ dataset }) => dataset["draft"] ?? "")];
  try {
    if (own.matches(".translate")) await markAsRead(own);
    const body = bodyOf(own, own.matches(".translate") ? targetFields(targets()) : {}, button);
    const answer = await fetch(own.action, { method: "POST", body, headers: { Accept: "text/html" } });
    if (answer.status >= 500 || answer.status === 429)
      throw new Error(say("script.answered", { status: answer.status }));
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (answer.redirected && own.matches(".translate")) for (const key of keys) drop(key);
    isOther = !own.matches(".translate");
    take(page, answer.redirected ? answer.url : undefined);
  } catch (error) {
    waitForLine(own, button, error);
  } finally {
    isSending = false;
  }
};

/** @param {HTMLFormElement} own @param {HTMLElement | null} button @param {unknown} error */
const waitForLine = (own, button, error) => {
  const why = navigator.onLine && error instanceof Error ? ` (${error.message})` : "";
  const words = say("script.willSend", { why, where: whereKept() });
  document.getElementById("line")?.remove();
  own.before(element("div", { class: "flash bad", id: "line", role: "alert" }, element("p", {}, words)));
  retry = setTimeout(() => void send(own, button), RETRY_MILLISECONDS);
  waiting = () => void send(own, button);
};
/** @type {(() => void) | undefined} */
let waiting;
addEventListener("online", () => waiting?.());

/** Shows a page that the server answered in place of this one. @param {Document} page @param {string | undefined} address */
const take = (page, address) => {
  waiting = undefined;
  for (const part of ["main", ".crumbs"]) {
    const [found, old] = [page.querySelector(part), document.querySelector(part)];
    if (found !== null) old?.replaceWith(document.adoptNode(found));
  }
  document.title = page.title;
  if (address !== undefined) history.pushState(null, "", address);
  shownSearch = location.search;
  scrollTo(0, 0);
  start();
  // Said once: by the one place that speaks, or by the focus that goes where it stands.
  const [alert] = findAll("main [role=alert]", HTMLElement);
  const said = wordsOf(find("main .flash [role=status], main .flash.good", HTMLElement));
  for (const each of findAll("main [role=status]", HTMLElement)) each.removeAttribute("role");
  if (alert === undefined) {
    const more = ["#open", "#position"].map((place) => wordsOf(find(place, HTMLElement)));
    speak([said, ...more].filter((words) => words !== "").join(" "));
    return begin();
  }
  alert.setAttribute("role", "group");
  alert.setAttribute("aria-label", wordsOf(find("h2", HTMLElement, alert) ?? alert));
  alert.tabIndex = -1;
  alert.focus();
};

/** Where somebody types first, whole and with what stands above it in view. */
const begin = () => {
  const first = fields()[0] ?? find("h1", HTMLElement);
  first?.focus({ preventScroll: true });
  first?.scrollIntoView({ block: "nearest" });
};

/** Without the links and buttons that stand in it. @param {HTMLElement | undefined} place @param {string} [but] what else is not said */
const wordsOf = (place, but = "a, form, button") => {
  const copy = place?.cloneNode(true);
  if (!(copy instanceof HTMLElement)) return "";
  for (const control of findAll(but, HTMLElement, copy)) control.remove();
  return (copy.textContent ?? "").replace(/\s+/g, " ").trim();
};
// A step back to another page; a link to a place of this one is none.
addEventListener("popstate", () => {
  if (location.search !== shownSearch) location.reload();
});
let shownSearch = location.search;

// ---- Keys ------------------------------------------------------------------------------------------------------------------

/** @param {string} value */
const press = (value) => saveButton(value)?.click();
/** @param {string} name */
const go = (name) => {
  const link = find(`a[data-step=${name}]`, HTMLAnchorElement);
  if (link === undefined) speak(say("script.noOther"));
  else {
    keepDraft();
    // Who goes by keys goes on typing.
    location.assign(`${link.href}&start=yes`);
  }
};
/** @param {string} state */
const choose = (state) => {
  const choice = find(`form.translate input[name=state][value="${state}"]`, HTMLInputElement);
  if (choice === undefined) return false;
  choice.checked = true;
  keepDraftSoon();
  refresh();
  return true;
};
const copySource = () => {
  const area = field();
  if (area === undefined) return;
  area.select();
  type(area, sourceBeside(area));
};
/** What is marked in the fields, in its order; of a field that breaks without a mark, its end: what is missing is marked nowhere. */
const markedParts = () =>
  fields().flatMap((area, of) => {
    let to = 0;
    const parts = [...(area.previousElementSibling?.childNodes ?? [])].flatMap((node) => {
      const from = to;
      to += node.textContent?.length ?? 0;
      return node instanceof HTMLElement && node.matches(".wrong, .odd") ? [{ area, of, from, to }] : [];
    });
    const end = area.value.length;
    return parts.length > 0 || !area.hasAttribute("aria-invalid") ? parts : [{ area, of, from: end, to: end }];
  });

/** @param {1 | -1} step to what comes after the caret, or to what stands before it */
const goToProblem = (step) => {
  const areas = fields();
  const at = areas.findIndex((area) => area === document.activeElement);
  const { selectionStart: caret = 0, selectionEnd: end = 0 } = areas[at] ?? {};
  // A part that is selected is behind, and so is an end where the caret stands.
  const isBeyond = (/** @type {{ of: number, from: number, to: number }} */ { of, from, to }) =>
    step === 1
      ? of > at || (of === at && (from > caret || (from === caret && caret === end && to > from)))
      : of < at || (of === at && from < caret);
  const parts = markedParts();
  // Who just typed stands behind the fault: all parts were visited only where the last one is selected.
  const isOnPart = parts.some(({ of, from, to }) => of === at && from === caret && to === end);
  const found = step === 1 ? (parts.find(isBeyond) ?? (isOnPart ? undefined : parts[0])) : parts.findLast(isBeyond);
  if (found !== undefined) {
    found.area.focus();
    return found.area.setSelectionRange(found.from, found.to);
  }
  if (step === -1) speak(say("script.noneBefore"));
  else if (find("a[data-step=next-failing]", HTMLAnchorElement) !== undefined) go("next-failing");
  else speak(say("script.noneAfter"));
};

/**
 * Every key once: of it the sheet is made, the hints on the buttons, and what assistive technology is told.
 * @type {readonly { keys: string, words: string, run: () => void, button?: string, anywhere?: boolean }[]}
 */
const bindings = [
  { keys: "Control+Enter", words: say("key.saveAndGoOn"), run: () => press("next"), button: "next" },
  { keys: "Control+S", words: say("form.save"), run: () => press("stay"), button: "stay" },
  { keys: "Alt+Enter", words: say("form.suggest"), run: () => press("suggest"), button: "suggest" },
  { keys: "Control+Shift+Enter", words: say("key.approve"), run: () => choose(APPROVED) && press("next") },
  { keys: "Alt+ArrowDown", words: say("key.next"), run: () => go("next") },
  { keys: "Alt+ArrowUp", words: say("key.previous"), run: () => go("previous") },
  { keys: "Alt+PageDown", words: say("key.nextToDo"), run: () => go("next-to-do") },
  { keys: "Alt+PageUp", words: say("key.previousToDo"), run: () => go("previous-to-do") },
  { keys: "F8", words: say("key.nextProblem"), run: () => goToProblem(1) },
  { keys: "Shift+F8", words: say("key.previousProblem"), run: () => goToProblem(-1) },
  { keys: "Control+B", words: say("key.copySource"), run: copySource },
  { keys: "Control+U", words: say("key.needsEditing"), run: () => void choose(NEEDS_EDITING) },
  { keys: "Control+K", words: say("key.insert"), run: () => showParts() },
  { keys: "/", words: say("key.search"), run: () => find("#q", HTMLInputElement)?.focus(), anywhere: true },
  { keys: "F1", words: say("key.list"), run: () => showSheet(), anywhere: true },
  { keys: "?", words: say("key.listOutside"), run: () => showSheet(), anywhere: true },
];

/** @param {string} keys */
const namesOfKeys = (keys) => {
  const own = {
    Control: isMac ? "⌘" : say("key.control"),
    Shift: say("key.shift"),
    ArrowDown: "↓",
    ArrowUp: "↑",
    PageDown: say("key.pageDown"),
    PageUp: say("key.pageUp"),
  };
  return keys
    .split("+")
    .map((key) => Object.entries(own).find(([name]) => name === key)?.[1] ?? key)
    .join("+");
};

/** @param {KeyboardEvent} event */
const keysOf = ({ key, ctrlKey, metaKey, altKey, shiftKey }) => {
  const held = [
    ...((isMac ? metaKey : ctrlKey) ? ["Control"] : []),
    ...(altKey ? ["Alt"] : []),
    ...(shiftKey && key.length > 1 ? ["Shift"] : []),
  ];
  return [...held, key.length === 1 ? key.toUpperCase() : key].join("+");
};

/** What takes letters. */
const TYPED = "textarea, input:not([type=checkbox], [type=radio], [type=file], [type=submit], [type=button])";

document.addEventListener("keydown", (event) => {
  // Somebody composes a character, or types one with AltGr.
  if (event.isComposing || event.keyCode === 229 || event.getModifierState("AltGraph")) return;
  if (document.querySelector("dialog[open]") !== null) return;
  const at = event.target instanceof Element ? event.target : document.body;
  const isTyping = at.matches(TYPED);
  // Who clicked on empty ground has the focus nowhere.
  const isInside = at === document.body || at.closest(".editor") !== null;
  const keys = keysOf(event);
  // Who may only read has no form, and searches.
  if ((keys === "/" ? find("#q", HTMLInputElement) : form()) === undefined) return;
  const binding = bindings.find((each) => each.keys === keys && (isInside || each.anywhere === true));
  if (binding === undefined || (keys.length === 1 && (isTyping || !isWanted(SINGLE_KEYS)))) return;
  event.preventDefault();
  binding.run();
});

/** @param {string} title @param {Node[]} content @param {() => void} after */
const dialog = (title, content, after = () => undefined) => {
  const back = document.activeElement;
  const close = element("button", { class: "second" }, say("dialog.close"));
  const box = element(
    "dialog",
    { "aria-labelledby": "dialog-title" },
    element("h2", { id: "dialog-title" }, title),
    ...content,
    element("form", { method: "dialog" }, close),
  );
  if (!(box instanceof HTMLDialogElement)) return undefined;
  document.body.append(box);
  box.addEventListener("close", () => {
    box.remove();
    if (back instanceof HTMLElement) back.focus();
    after();
  });
  box.showModal();
  return box;
};

const showSheet = () => {
  const rows = bindings.map(({ keys, words }) =>
    element("tr", {}, element("td", {}, element("kbd", {}, namesOfKeys(keys))), element("td", {}, words)),
  );
  dialog(say("dialog.keys"), [
    element("table", {}, element("tbody", {}, ...rows)),
    element("h3", {}, say("dialog.inBrowser")),
    switchBox(SINGLE_KEYS, say("dialog.singleKeys")),
    switchBox(KEEPING, say("dialog.keep"), () => forget(say("dialog.this"))),
  ]);
  find("dialog form button", HTMLButtonElement)?.focus();
};

/**
 * What can be inserted, each by a number; before those of the memory M is pressed, before those of the glossary G.
 * @typedef {{ key: string, title: string, words: string[], run: (at: number) => void }} Inserts
 */

const MOST_INSERTS = 9;

/** @returns {Inserts[]} */
const inserts = () => {
  const area = field();
  if (area === undefined || string === undefined) return [];
  const own = partsOf(string, sourceBeside(area));
  const missing = beyond(own, partsOf(string, area.value));
  const parts = [...new Set([...missing, ...own, ...sourceParts()])].slice(0, MOST_INSERTS);
  const matches = offers().slice(0, MOST_INSERTS);
  const terms = findAll("[data-term-text]", HTMLElement).slice(0, MOST_INSERTS);
  /** @param {string[]} words @param {(text: string) => void} put */
  const each = (words, put) => ({ words, run: (/** @type {number} */ at) => put(words[at] ?? "") });
  return [
    { key: "", title: say("insert.placeholders"), ...each(parts, insert) },
    {
      key: "M",
      title: say("panel.memory"),
      words: matches.map((match) => formsOf(match).join(" / ")),
      run: (at) => {
        const match = matches[at];
        if (match !== undefined) takeMatch(match);
      },
    },
    { key: "A", title: say("insert.accept"), ...buttonsBy(".card button[value^=accept]") },
    { key: "H", title: say("ways.history"), ...buttonsBy(".history button") },
    {
      key: "X",
      title: say("insert.dismiss"),
      words: findAll("#dismiss:not([hidden]) option", HTMLOptionElement).map(({ textContent }) => textContent ?? ""),
      run: dismissCheck,
    },
    {
      key: "G",
      title: say("panel.glossary"),
      ...each(
        terms.map(({ dataset }) => JSON.parse(dataset["termText"] ?? '""')),
        insert,
      ),
    },
  ];
};

/** Buttons of the page, each named by the text that it is of. @param {string} selector */
const buttonsBy = (selector) => {
  const buttons = findAll(selector, HTMLButtonElement).slice(0, MOST_INSERTS);
  return {
    words: buttons.map((button) => {
      const text = find(".texts", HTMLElement, button.closest(".card, li") ?? button);
      return `${wordsOf(text, "del, .hidden")} (${button.textContent?.trim()})`;
    }),
    run: (/** @type {number} */ at) => buttons[at]?.click(),
  };
};

const showParts = () => {
  const groups = inserts().filter(({ words }) => words.length > 0);
  let chosen = () => {};
  let key = "";
  const lists = groups.map((group) => {
    const buttons = group.words.map((words, at) => {
      const button = element("button", { type: "button", class: "part", dir: "auto" }, `${at + 1}  ${words}`);
      button.addEventListener("click", () => end(group, at));
      return element("li", {}, button);
    });
    const hint = group.key === "" ? [] : [" ", element("kbd", {}, group.key)];
    return [element("h3", {}, group.title, ...hint), element("ul", { class: "parts" }, ...buttons)];
  });
  const nothing = element("p", {}, say("insert.nothing"));
  const box = dialog(say("insert.title"), lists.length === 0 ? [nothing] : lists.flat(), () => chosen());
  /** @param {Inserts} group @param {number} at */
  const end = (group, at) => {
    chosen = () => group.run(at);
    box?.close();
  };
  box?.addEventListener("keydown", (event) => {
    const letter = groups.find((group) => group.key !== "" && event.code === `Key${group.key}`);
    // The key where the digit stands, whatever the layout writes with it.
    const [, digit] = /^(?:Digit|Numpad)([1-9])$/.exec(event.code) ?? [];
    const group = groups.find((each) => each.key === key);
    if (letter !== undefined) {
      key = letter.key;
      speak(`${letter.title}: ${letter.words.map((words, at) => `${at + 1} ${words}`).join(", ")}`);
    } else if (digit !== undefined && group !== undefined && Number(digit) <= group.words.length) {
      end(group, Number(digit) - 1);
    } else return;
    event.preventDefault();
  });
};

// ---- A page ----------------------------------------------------------------------------------------------------------------

const refresh = () => {
  showProblems();
  showMissing();
  showLengths();
  showReadings();
  for (const area of findAll(".marked textarea", HTMLTextAreaElement)) drawMarks(area);
};
const refreshSoon = later(refresh, CHECK_MILLISECONDS);

const dressForm = () => {
  const own = form();
  if (own === undefined) return;
  for (const area of fields()) {
    layMarks(area);
    area.addEventListener("blur", describe);
    area.addEventListener("focus", () => {
      lastField = area;
    });
    area.addEventListener("input", (event) => {
      keepDraftSoon();
      void stayOpen();
      drawMarks(area);
      showLengths();
      if (event instanceof InputEvent && event.isComposing) return;
      refreshSoon();
    });
    area.addEventListener("compositionend", refreshSoon);
  }
  for (const { keys, button } of bindings) {
    const place = button === undefined ? undefined : saveButton(button);
    place?.setAttribute("aria-keyshortcuts", keys);
    place?.append(" ", element("kbd", { "aria-hidden": "true" }, namesOfKeys(keys)));
  }
  for (const choice of findAll("input[name=state]", HTMLInputElement, own))
    choice.addEventListener("change", () => {
      keepDraftSoon();
      refreshSoon();
    });
  const tools = element("div", { class: "actions tools" });
  if (fields().length > 1) tools.append(fillButton());
  for (const [words, keys, run] of /** @type {const} */ ([
    [say("key.copySource"), "Control+B", copySource],
    [say("dialog.keys"), "F1", showSheet],
  ])) {
    const button = plainButton(`${words} `, run);
    button.setAttribute("aria-keyshortcuts", keys);
    button.append(element("kbd", { "aria-hidden": "true" }, namesOfKeys(keys)));
    tools.append(button);
  }
  find(".actions", HTMLElement, own)?.after(tools);
  for (const part of findAll(".source bdi.part", HTMLElement)) part.replaceWith(partButton(part.textContent ?? ""));
  dressCharacters();
};

/** The other forms from the first; one step back for each in the browser's own undo. */
const fillButton = () =>
  plainButton(say("script.fill"), () => {
    const [first, ...rest] = fields();
    for (const area of rest) if (area.value === "") type(area, first?.value ?? "");
  });

function start() {
  string = readString();
  lastField = undefined;
  shownFindings = [];
  toldBefore = NO_PROBLEMS;
  openedAt = Date.now();
  if (string === undefined) return;
  dressForm();
  bringDraft();
  refresh();
  loadPanels();
}

// ---- Many strings one below the other ---------------------------------------------------------------------------------------

/** @param {HTMLFormElement} row */
const areasOf = (row) => findAll("textarea", HTMLTextAreaElement, row);
/** @param {HTMLFormElement} row @param {string} name */
const fieldOf = (row, name) => find(`[name=${name}]`, HTMLInputElement, row)?.value ?? "";
/** @param {HTMLFormElement} row */
const rowKey = (row) => `${PREFIX}${person()}:${row.dataset["unit"] ?? ""}`;

/** @param {HTMLFormElement} row */
const isRowChanged = (row) => areasOf(row).some(({ value, defaultValue }) => value !== defaultValue);

/** @param {HTMLFormElement} row */
const keepRow = (row) => {
  if (!isRowChanged(row)) return drop(rowKey(row));
  keep(rowKey(row), {
    target: areasOf(row).map(({ value }) => value),
    state: find("select[name=state]", HTMLSelectElement, row)?.value ?? "20",
    seen: fieldOf(row, "seen_target"),
    source: fieldOf(row, "seen_source"),
    time: Date.now(),
    where: location.href,
    name: shortened(row.closest(".zen")?.querySelector("h2")?.textContent ?? ""),
  });
};

/** @param {HTMLFormElement} row @param {string} kind @param {(Node | string)[]} content */
const sayInRow = (row, kind, ...content) => {
  row.querySelector(".said")?.remove();
  row.prepend(element("div", { class: `said flash ${kind}`, role: kind === "bad" ? "alert" : "status" }, ...content));
};

/** Saves one row; what is to be said of it is said in its place, and nothing of the others moves. @param {HTMLFormElement} row */
const sendRow = async (row) => {
  keepRow(row);
  row.setAttribute("aria-busy", "true");
  try {
    const texts = areasOf(row).map(({ value }) => value);
    const body = bodyOf(row, { ...targetFields(asSent(texts, fieldOf(row, "line_ends"))), do: "next" });
    const answer = await fetch(row.action, { method: "POST", body, headers: { Accept: "text/html" } });
    if (answer.status >= 500 || answer.status === 429)
      throw new Error(say("script.answered", { status: answer.status }));
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (answer.redirected) {
      drop(rowKey(row));
      const fresh = find(`form.row[data-unit="${row.dataset["unit"] ?? ""}"]`, HTMLFormElement, page);
      // A saved string is no longer found by a search for what is to do: then its form goes on without a fresh one.
      const attempt = crypto.getRandomValues(new Uint32Array(4)).join("");
      for (const input of findAll("[name=attempt], [name=seen_target]", HTMLInputElement, row))
        if (fresh !== undefined) input.value = fieldOf(fresh, input.name);
        else if (input.name === "attempt") input.value = attempt;
      for (const area of areasOf(row)) area.defaultValue = area.value;
      const said = find("main .flash", HTMLElement, page);
      speak(wordsOf(said));
      sayInRow(row, said?.className ?? "", ...(said?.childNodes ?? []));
      const rows = findAll("form.row", HTMLFormElement);
      const following = rows[rows.indexOf(row) + 1];
      if (following !== undefined) areasOf(following)[0]?.focus();
      return;
    }
    const said = page.querySelector("main .flash.bad");
    const problems = findAll(".found li", HTMLElement, page);
    for (const name of ["known", "seen_target", "seen_source"]) {
      const fresh = find(`form.translate input[name=${name}]`, HTMLInputElement, page);
      if (fresh === undefined) continue;
      find(`[name=${name}]`, HTMLInputElement, row)?.remove();
      row.append(fresh);
    }
    const words = said === null ? [element("p", {}, say("script.otherPage"))] : [...said.childNodes];
    sayInRow(row, "bad", ...words, element("ul", { class: "problems" }, ...problems));
  } catch (error) {
    const why = error instanceof Error ? ` (${error.message})` : "";
    sayInRow(row, "bad", element("p", {}, say("script.unreachable", { why, where: whereKept() })));
  } finally {
    row.removeAttribute("aria-busy");
  }
};

const dressRows = () => {
  const known = new Map(drafts());
  for (const row of findAll("form.row", HTMLFormElement)) {
    const keepSoon = later(() => keepRow(row), DRAFT_MILLISECONDS);
    const areas = areasOf(row);
    const draft = known.get(rowKey(row));
    const isFit =
      draft !== undefined && fits(draft, areas.length, fieldOf(row, "seen_target"), fieldOf(row, "seen_source"));
    if (draft !== undefined && !isFit) setAside(rowKey(row), draft);
    for (const [at, area] of areas.entries()) {
      layMarks(area);
      area.addEventListener("input", () => {
        keepSoon();
        drawMarks(area);
        // It is of the text that is saved.
        removeReading(area);
      });
      area.setAttribute("aria-keyshortcuts", "Control+Enter");
      if (isFit) area.value = draft.target[at] ?? area.value;
      if (area.value !== area.defaultValue) removeReading(area);
    }
    if (isRowChanged(row)) sayInRow(row, "attention", element("p", {}, say("script.draftHere")));
    row.addEventListener("keydown", (event) => {
      if (event.isComposing || event.keyCode === 229 || keysOf(event) !== "Control+Enter") return;
      event.preventDefault();
      void sendRow(row);
    });
    row.addEventListener("submit", (event) => {
      event.preventDefault();
      void sendRow(row);
    });
  }
};

// ---- Unsaved here -----------------------------------------------------------------------------------------------------------

/** What this person typed here and nobody saved, the newest first. */
const ownDrafts = () => drafts().filter(([key]) => key.startsWith(`${PREFIX}${person()}:`));

/** The page of the string that a draft is of. @param {string} key @param {Draft} draft */
const pageOfDraft = (key, { where }) => {
  // After the string stands the time of one that was set aside.
  const [unit = ""] = key.slice(`${PREFIX}${person()}:`.length).split(":");
  const { pathname } = new URL(where);
  return { path: pathname, unit, address: `${pathname}?unit=${encodeURIComponent(unit)}` };
};

/** @param {Draft} draft @param {string} unit */
const nameOfDraft = ({ name }, unit) =>
  name === undefined || name === "" ? say("draft.string", { number: unit }) : name;

/**
 * Saves a draft by the form of its string, as if somebody had opened it; what has to be decided is left to them.
 * @param {string} key @param {Draft} draft
 * @returns {Promise<string>} why it was not saved; "": it was
 */
const saveDraft = async (key, draft) => {
  const { address } = pageOfDraft(key, draft);
  const opened = await fetch(address, { headers: { Accept: "text/html" } });
  if (opened.status === 404) return say("draft.gone");
  const page = new DOMParser().parseFromString(await opened.text(), "text/html");
  const own = find("form.translate", HTMLFormElement, page);
  if (!opened.ok || own === undefined) return say("draft.cannotOpen", { status: opened.status });
  // The form that came is of whoever signed in last, in another tab.
  const { user } = page.body.dataset;
  if (user !== person()) return user === undefined ? say("draft.signedOut") : say("draft.otherPerson");
  if (find("[value=next]", HTMLButtonElement, own) === undefined) return say("draft.mayNot");
  const stored = bodyOf(own);
  if (stored.get("seen_target") !== draft.seen) return say("draft.changed");
  if (stored.get("seen_source") !== draft.source) return say("draft.sourceChanged");
  if ([...stored.keys()].filter((name) => name.startsWith("target.")).length !== draft.target.length)
    return say("draft.formsChanged");
  const target = targetFields(asSent(draft.target, stored.get("line_ends")));
  const body = bodyOf(own, { ...target, state: draft.state, do: "stay" });
  const answer = await fetch(own.getAttribute("action") ?? address, {
    method: "POST",
    body,
    headers: { Accept: "text/html" },
  });
  if (answer.redirected) return "";
  if (answer.status === 409) return say("draft.changed");
  if (answer.status === 422) return say("draft.check");
  const said = new DOMParser().parseFromString(await answer.text(), "text/html");
  return wordsOf(find("main .flash.bad", HTMLElement, said)) || say("draft.refused", { status: answer.status });
};

/** @param {HTMLElement} place */
const showUnsaved = (place) => {
  const own = ownDrafts();
  place.replaceChildren();
  place.hidden = own.length === 0;
  if (own.length === 0) return;
  const title = element("h2", { id: "unsaved-here", tabindex: "-1" }, say("draft.title", { amount: own.length }));
  const about = say("draft.about");
  const list = element("ul", { class: "unsaved" });
  for (const [key, draft] of own) {
    const { unit, address, path } = pageOfDraft(key, draft);
    const name = nameOfDraft(draft, unit);
    const discard = plainButton(say("draft.discard"), () => {
      store(key);
      showUnsaved(place);
      speak(say("script.discarded"));
      (find("#unsaved-here", HTMLElement) ?? find("h1", HTMLElement))?.focus();
    });
    discard.append(element("span", { class: "hidden" }, say("use.textOf", { name })));
    const where = decodeURIComponent(path.replace(/^\/translate\//, "").replace(/\/$/, ""));
    const text = draft.target.filter((each) => each !== "").join(" / ");
    list.append(
      element(
        "li",
        { "data-draft": key },
        element("a", { href: address, dir: "auto" }, name),
        element("span", { class: "soft" }, ` ${where}, ${timeWords(draft)} `),
        discard,
        element("p", { class: "texts", dir: "auto" }, text === "" ? say("draft.noText") : text.slice(0, 200)),
      ),
    );
  }
  const all = element("button", { type: "button" }, own.length === 1 ? say("draft.saveIt") : say("draft.saveAll"));
  all.addEventListener("click", () => void saveUnsaved(place, all));
  place.append(title, element("p", { class: "soft" }, about), list, all);
};

/** @param {HTMLElement} place @param {HTMLElement} button */
const saveUnsaved = async (place, button) => {
  button.setAttribute("disabled", "");
  /** @type {Map<string, string>} */
  const left = new Map();
  let saved = 0;
  for (const [key] of ownDrafts()) {
    const draft = draftAt(key);
    if (draft === undefined) continue;
    const why = await saveDraft(key, draft).catch(() => say("draft.unreachable"));
    if (why === "") {
      saved += 1;
      const now = draftAt(key);
      if (now?.time === draft.time) store(key);
      else if (now !== undefined) left.set(key, say("draft.typedOn"));
    } else left.set(key, why);
  }
  showUnsaved(place);
  for (const item of findAll("li[data-draft]", HTMLElement, place)) {
    const why = left.get(item.dataset["draft"] ?? "");
    if (why !== undefined) item.append(element("p", { class: "flash bad" }, why));
  }
  const words = left.size === 0 ? say("draft.saved", { saved }) : say("draft.savedSome", { saved, left: left.size });
  if (left.size === 0) {
    place.hidden = false;
    place.append(element("p", { class: "flash good", id: "unsaved-here", tabindex: "-1" }, words));
  }
  speak(words);
  find("#unsaved-here", HTMLElement)?.focus();
};

document.addEventListener("submit", (event) => {
  const own = event.target;
  if (!(own instanceof HTMLFormElement)) return;
  if (own.action.endsWith("/accounts/logout/")) return leave(event);
  if (own.closest(".editor") === null || own.method !== "post") return;
  event.preventDefault();
  void send(own, event.submitter);
});

/** Removes what this person typed here and did not save, if they say yes. @param {string} deed that does it */
const forget = (deed) => {
  const own = ownDrafts();
  if (own.length > 0 && !confirm(say("dialog.removes", { count: own.length, deed }))) return false;
  for (const [key] of own) store(key);
  return true;
};

/** Texts that nobody saved do not stay for the next person at this computer. @param {SubmitEvent} event */
const leave = (event) => {
  if (!forget(say("dialog.signingOut"))) event.preventDefault();
};

addEventListener("pagehide", keepDraft);
addEventListener("beforeunload", (event) => {
  const isTyped = isChanged() || findAll("form.row", HTMLFormElement).some(isRowChanged);
  if (inMemory.size > 0 || ((isStorageRefused || !isWanted(KEEPING)) && isTyped)) event.preventDefault();
});

document.body.append(spoken);
forgetOldDrafts();
start();
const unsaved = document.getElementById("unsaved");
if (unsaved !== null && !isStorageRefused) showUnsaved(unsaved);
// Who comes to translate, by a link that says so, begins to type.
if (new URLSearchParams(location.search).has("start") && find("main [role=alert]", HTMLElement) === undefined) begin();
dressRows();
if (document.querySelector(".marked") !== null) (window.requestIdleCallback ?? setTimeout)(() => void loadChecks());
