import { afterAll, beforeAll, expect, it } from "vitest";
import {
  openSampleService,
  unitsOf,
  unlimited,
  type SampleService,
  type TestAnswer,
} from "../../../test/support/open-test-service.ts";
import { bracketedWords, unbracketed } from "../../../test/support/bracketed-words.ts";
import { formOf, Person } from "../../../test/support/page-person.ts";
import { panelNames } from "./panels.ts";

let test: SampleService;
let jana: Person;
let admin: Person;
const EDITOR = "/translate/demo/app/cs/";
const LIST = "/projects/demo/app/cs/";
const theirs = [
  "button.save",
  "source:cart state:empty",
  "7 days ago, 2026-11-01",
  "Interlinear",
  "app / cs",
  "app / en",
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
  "jana@example.org",
  "admin@example.invalid",
  // Sources, which name their strings.
  "Save",
  "Hello",
  "Welcome",
  "demo/app",
].toSorted((one, other) => other.length - one.length);

beforeAll(async () => {
  test = await openSampleService({ settings: { rateLimits: unlimited }, words: () => bracketedWords });
  [jana, admin] = [new Person(test), new Person(test)];
  await jana.signIn(test.translatorToken);
  await admin.signIn(test.adminToken);
  const unit = (await unitsOf(test, "demo/app/cs")).get("button.save")?.id ?? 0;
  const send = (method: string, path: string, json: object) => test.request(method, path, { json });
  for (const text of ["Jedna", "Dvě", "Tři"])
    await send("PATCH", `/api/units/${String(unit)}/`, { target: [text], state: 20 });
  await send("POST", `/api/units/${String(unit)}/suggestions/`, { target: ["Čtyři"] });
  for (const scope of ["translation", "global"])
    await send("POST", `/api/units/${String(unit)}/comments/`, { scope, comment: "@jana 12" });
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

it("a page says nothing outside of the catalogue: of a string, its panels and history, of many strings, of none, and what leads there", async () => {
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
    // What leads to the editor.
    "/",
    "/accounts/news/",
    ...["", "?q=%28", "?q=state%3Aempty", "?q=x-y-z", "?q=pr%3A8", "?text=x&state=empty"].map((q) => `${LIST}${q}`),
  ];
  const said: Record<string, readonly string[]> = {};
  for (const person of [jana, admin, new Person(test)])
    for (const address of addresses) {
      const page = await person.open(address);
      // Who is not signed in is led to where one signs in.
      if ([401, 303].includes(page.status)) continue;
      expect([address, page.status]).toEqual([address, 200]);
      const left = unbracketed(page.text, theirs);
      if (left.length > 0) said[address] = left;
    }
  expect(said).toEqual({});
});

/** Once it was told of the problem. */
async function savedWithAProblem(page: TestAnswer): Promise<TestAnswer> {
  const text = { "target.0": "Devět  %s", do: "stay" };
  const fresh = await jana.open(formOf(page).action);
  return jana.send(await jana.send(fresh, text), text);
}

it("so does what answers a form: a saved text, a failing one, another's text, a preview of many", async () => {
  const page = await jana.open(`${EDITOR}?unit=${String((await unitsOf(test, "demo/app/cs")).get("button.save")?.id)}`);
  const csrf = formOf(page).fields["csrf_token"] ?? "";
  const other = await admin.open(formOf(page).action);
  const answers = [
    await jana.send(page, { "target.0": "Pět  %s" }),
    await jana.send(page, { "target.0": "Pět", do: "comment" }),
    await jana.follow(await admin.send(other, { "target.0": "Šest", do: "stay" })),
    await jana.send(page, { "target.0": "Sedm" }),
    await jana.send(page, { do: "nothing" }),
    await jana.follow(await savedWithAProblem(page)),
    await jana.send(page, { do: "ask", comment: "12" }),
    await jana.open(`${EDITOR}?q=pr%3A8`),
    await jana.post(`${EDITOR}?q=pr%3A8`, { csrf_token: "x" }),
    await jana.post(`${EDITOR}?q=pr%3A8`, { csrf_token: csrf, "key.0": "12", "text.0.0": "34" }),
    await admin.post(`${EDITOR}?view=bulk`, { csrf_token: "x" }),
    await admin.post(`${EDITOR}?view=bulk`, {
      csrf_token: formOf(other).fields["csrf_token"] ?? "",
      do: "preview",
      order: "replace",
      find: "e",
      by: "3",
    }),
  ];
  expect((await test.request("POST", "/api/components/demo/app/lock/", { json: { lock: true } })).status).toBe(200);
  answers.push(
    await jana.send(page, { "target.0": "Osm" }),
    await jana.post(`${EDITOR}?q=pr%3A8`, { csrf_token: csrf, "key.0": "12", "text.0.0": "34" }),
    await jana.open(LIST),
    await jana.open("/"),
  );
  expect(answers.map(({ text }) => unbracketed(text, theirs))).toEqual(answers.map(() => []));
});
