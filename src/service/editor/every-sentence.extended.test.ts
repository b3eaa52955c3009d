import { afterAll, beforeAll, expect, it } from "vitest";
import { openSampleService, unitsOf, unlimited, type SampleService } from "../../../test/support/open-test-service.ts";
import { formOf, Person } from "../../../test/support/page-person.ts";
import { checkDefinitions } from "../../catalog/checks/index.ts";
import { english } from "../wording/catalogues.ts";
import { wordsOf, type Sentence } from "../wording/words.ts";
import { panelNames } from "./panels.ts";

/** A language in which every sentence stands between brackets that nobody else writes. */
const bracketed = (sentence: Sentence): Sentence =>
  typeof sentence === "string"
    ? `⟦${sentence}⟧`
    : Object.fromEntries(Object.entries(sentence).map(([category, text]) => [category, `⟦${text}⟧`]));
const pseudo = wordsOf("en", new Map([...english].map(([key, sentence]) => [key, bracketed(sentence)])), english);

/** Whose text is somebody's: a language, a direction or an element of code says so. */
const OF_OTHERS =
  /^<(?:code|bdi|textarea|data|kbd|del|ins|title|script|style|a class="brand")[\s>]|\s(?:dir|lang)="|\sid="target-\d+-source"/;
const VOID = /^<(?:input|meta|link|img|br|hr|!doctype)[\s>]/i;
const READ = /\s(?:aria-label|title|placeholder|alt)="([^"]*)"/g;
const checkWords = checkDefinitions.flatMap(({ name, description }) => [name, description]);

/** What a page says outside of all brackets, and that nobody else wrote. */
function unbracketed(page: string, theirs: readonly string[]): readonly string[] {
  const found: string[] = [];
  const open: { readonly name: string; readonly isTheirs: boolean }[] = [];
  let depth = 0;
  const look = (text: string): void => {
    let outside = "";
    for (const character of text) {
      if (character === "⟦") depth += 1;
      else if (character === "⟧") depth -= 1;
      else if (depth === 0) outside += character;
    }
    const rest = theirs.reduce((left, own) => left.replaceAll(own, " "), outside.replaceAll(/&#?\w+;/g, " "));
    if (/\p{L}{2,}/u.test(rest)) found.push(rest.trim().replaceAll(/\s+/g, " "));
  };
  for (const [token] of page.replaceAll(/<!--.*?-->/gs, "").matchAll(/<[^>]*>|[^<]+/g)) {
    const isTheirs = open.some((each) => each.isTheirs);
    if (!token.startsWith("<")) {
      if (!isTheirs) look(token);
    } else if (token.startsWith("</")) {
      open.splice(open.findLastIndex(({ name }) => token === `</${name}>`));
    } else {
      const own = isTheirs || OF_OTHERS.test(token.replace(/^<html[^>]*>/, "<html>"));
      if (!own || /^<(?:textarea|input|a class="brand")/.test(token))
        for (const [, value = ""] of token.matchAll(READ)) look(value);
      if (!VOID.test(token)) open.push({ name: /^<([\w-]+)/.exec(token)?.[1] ?? "", isTheirs: own });
    }
  }
  return found;
}

let test: SampleService;
let jana: Person;
let admin: Person;
const EDITOR = "/translate/demo/app/cs/";
const theirs = [
  ...checkWords,
  "button.save",
  "Two spaces in a row, expected one.",
  "source:cart state:empty",
  "Czech",
  "English",
  "German",
  "App",
  "Server",
  "button.cancel",
  "title",
  "src/a.c:1",
  "src/a.c:2",
  // Names of plural forms, as files have them.
  "(one)",
  "(few)",
  "(other)",
  "Demo",
  "jana",
  "admin",
  "Jana Nováková",
  "demo/app",
].toSorted((one, other) => other.length - one.length);

beforeAll(async () => {
  test = await openSampleService({ settings: { rateLimits: unlimited }, words: () => pseudo });
  [jana, admin] = [new Person(test), new Person(test)];
  await jana.signIn(test.translatorToken);
  await admin.signIn(test.adminToken);
  const unit = (await unitsOf(test, "demo/app/cs")).get("button.save")?.id ?? 0;
  const send = (method: string, path: string, json: object) => test.request(method, path, { json });
  for (const text of ["Jedna", "Dvě", "Tři"])
    await send("PATCH", `/api/units/${String(unit)}/`, { target: [text], state: 20 });
  await send("POST", `/api/units/${String(unit)}/suggestions/`, { target: ["Čtyři"] });
  for (const scope of ["translation", "global"])
    await send("POST", `/api/units/${String(unit)}/comments/`, { scope, comment: "12" });
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

it("a page says nothing outside of the catalogue: of a string, its panels and history, of many strings, and of none", async () => {
  const units = [...(await unitsOf(test, "demo/app/cs")).values()];
  const unit = units[0]?.id ?? 0;
  const addresses = [
    ...units.map(({ id }) => `${EDITOR}?unit=${String(id)}`),
    // A plural.
    ...[...(await unitsOf(test, "demo/server/cs")).values()].map(
      ({ id }) => `/translate/demo/server/cs/?unit=${String(id)}`,
    ),
    ...panelNames.map((name) => `${EDITOR}?unit=${String(unit)}&panel=${name}`),
    `${EDITOR}?unit=${String(unit)}&history=all`,
    `${EDITOR}?view=zen`,
    `${EDITOR}?view=zen&q=state%3Aempty`,
    `${EDITOR}?view=bulk`,
    `${EDITOR}?done=yes`,
    `${EDITOR}?done=yes&saved=${String(unit)}`,
  ];
  const said: Record<string, readonly string[]> = {};
  for (const person of [jana, admin, new Person(test)])
    for (const address of addresses) {
      const page = await person.open(address);
      if (page.status === 401) continue;
      expect([address, page.status]).toEqual([address, 200]);
      const left = unbracketed(page.text, theirs);
      if (left.length > 0) said[address] = left;
    }
  expect(said).toEqual({});
});

it("so does what answers a form: a saved text, a failing one, another's text, a preview of many", async () => {
  const page = await jana.open(`${EDITOR}?unit=${String((await unitsOf(test, "demo/app/cs")).get("button.save")?.id)}`);
  const other = await admin.open(formOf(page).action);
  const answers = [
    await jana.send(page, { "target.0": "Pět  %s" }),
    await jana.send(page, { "target.0": "Pět", do: "comment" }),
    await jana.follow(await admin.send(other, { "target.0": "Šest", do: "stay" })),
    await jana.send(page, { "target.0": "Sedm" }),
    await jana.send(page, { do: "nothing" }),
    await admin.post(`${EDITOR}?view=bulk`, {
      csrf_token: formOf(other).fields["csrf_token"] ?? "",
      do: "preview",
      order: "replace",
      find: "e",
      by: "3",
    }),
  ];
  expect(answers.map(({ text }) => unbracketed(text, theirs))).toEqual(answers.map(() => []));
});
