import type { KyselyPlugin } from "kysely";
import { expect, it } from "vitest";
import { followTransactions } from "../../../test/support/followed-transactions.ts";
import { openSampleService, type SampleService } from "../../../test/support/open-test-service.ts";
import { action } from "../changes/actions.ts";
import { unitsOf } from "./compared-strings.ts";

/** Several parts. */
const COUNT = 700;

function file(text: (at: number) => string): string {
  return JSON.stringify(Object.fromEntries(Array.from({ length: COUNT }, (_, at) => [`n${String(at)}`, text(at)])));
}

async function openWithStrings(): Promise<SampleService> {
  return openSampleService({
    files: {
      "locales/en.json": file((at) => `Text ${String(at)}`),
      "locales/cs.json": file((at) => (at % 2 === 0 ? `cs ${String(at)}` : "")),
      "po/server.pot": 'msgid ""\nmsgstr ""\n\nmsgid "Welcome"\nmsgstr ""\n',
      "po/cs.po": 'msgid ""\nmsgstr ""\n\nmsgid "Welcome"\nmsgstr ""\n',
    },
  });
}

async function rows({ service: { database } }: SampleService, language = "cs") {
  return database
    .selectFrom("unit")
    .innerJoin("translation", "translation.id", "unit.translation_id")
    .select(["unit.id", "unit.key", "unit.target", "unit.pending_author_id"])
    .where("translation.filename", "=", `locales/${language}.json`)
    .orderBy("unit.position")
    .execute();
}

/** Uploads, and has a translator save the first and the last string when some of it is stored. */
async function uploadBesideSaves(test: SampleService, fields: Readonly<Record<string, string>>) {
  const before = await rows(test);
  const beside = [before[0], before.at(-1)];
  let parts = 0;
  let isSaving = false;
  const done = async (): Promise<void> => {
    if (isSaving) return;
    parts += 1;
    if (parts !== 2) return;
    isSaving = true;
    for (const unit of beside) {
      const json = { target: ["Jana's"], state: 20 };
      const path = `/api/units/${String(unit?.id)}/`;
      expect(await test.request("PATCH", path, { token: test.translatorToken, json })).toMatchObject({ status: 200 });
    }
    isSaving = false;
  };
  using _ = followTransactions(test.service.database, { done });
  const content = new File([file((at) => `up ${String(at)}`)], "cs.json");
  const { json } = await test.request("POST", "/api/translations/demo/app/cs/file/", {
    multipart: { ...fields, file: content },
  });
  return { counts: json, parts };
}

const plurals = Array.from({ length: COUNT }, (_, at) => [`${String(at)} file`, `%d files ${String(at)}`] as const);

function catalogueOfPlurals(forms: readonly string[]): string {
  const strings = plurals.map(
    ([one, other], at) =>
      `msgid "${one}"\nmsgid_plural "${other}"\n${forms.map((form, n) => `msgstr[${String(n)}] "${form === "" ? "" : `${form} ${String(at)}`}"\n`).join("")}`,
  );
  const rule = "Plural-Forms: nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;";
  return `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"${rule}\\n"\n\n${strings.join("\n")}`;
}

async function told({ service: { database } }: SampleService, code: number): Promise<number> {
  const changes = await database.selectFrom("change").select("id").where("action", "=", code).execute();
  return changes.length;
}

it("an upload is saved in parts: what a translator saves after its part stays, and what they save before it is put aside and committed under their name", async () => {
  await using test = await openWithStrings();

  const { counts, parts } = await uploadBesideSaves(test, { method: "translate", conflicts: "replace-translated" });

  expect(parts).toBeGreaterThan(3);
  expect(counts).toMatchObject({ total: COUNT, accepted: COUNT, skipped: 0 });
  const stored = await rows(test);
  expect(stored.map(({ target }) => target)).toEqual(
    stored.map((_, at) => JSON.stringify([at === 0 ? "Jana's" : `up ${String(at)}`])),
  );
  expect(await told(test, action.translationUploaded)).toBe(COUNT);
  const aside = await test.service.database.selectFrom("set_aside_text").select(["unit_id", "target"]).execute();
  expect(aside).toEqual([{ unit_id: stored.at(-1)?.id, target: JSON.stringify(["Jana's"]) }]);
  const { json } = await test.request("GET", "/api/translations/demo/app/cs/statistics/");
  expect(json).toMatchObject({ total: COUNT, translated: COUNT });
});

it("an upload that replaces nothing leaves what a translator saves beside it", async () => {
  await using test = await openWithStrings();

  const { counts } = await uploadBesideSaves(test, { method: "translate", conflicts: "ignore" });

  const stored = await rows(test);
  expect(stored.map(({ target }) => target)).toEqual(
    stored.map((_, at) => {
      const isOwn = at === 0 || at === COUNT - 1;
      return JSON.stringify([isOwn ? "Jana's" : at % 2 === 0 ? `cs ${String(at)}` : `up ${String(at)}`]);
    }),
  );
  expect(counts.accepted).toBe(await told(test, action.translationUploaded));
  expect(counts.accepted + counts.skipped).toBe(COUNT);
});

it.each(["translate", "suggest"])(
  "an upload of first forms leaves the other forms as somebody saves them beside it: %s",
  async (method) => {
    await using test = await openSampleService({
      files: {
        "locales/en.json": '{ "a": "A" }',
        "locales/cs.json": '{ "a": "A" }',
        "po/server.pot": catalogueOfPlurals(["", ""]),
        "po/cs.po": catalogueOfPlurals(["soubor", "soubory", "souborů"]),
      },
    });
    const { database } = test.service;
    const strings = await database
      .selectFrom("unit")
      .innerJoin("translation", "translation.id", "unit.translation_id")
      .select(["unit.id", "unit.source"])
      .where("translation.filename", "=", "po/cs.po")
      .orderBy("unit.position")
      .execute();
    const [last] = strings.slice(-1);
    let parts = 0;
    let isSaving = false;
    const done = async (): Promise<void> => {
      if (isSaving) return;
      parts += 1;
      if (parts !== 2) return;
      isSaving = true;
      const json = { target: ["soubor", "new", "newer"], state: 20 };
      const path = `/api/units/${String(last?.id)}/`;
      expect(await test.request("PATCH", path, { token: test.translatorToken, json })).toMatchObject({ status: 200 });
      isSaving = false;
    };
    {
      using _ = followTransactions(database, { done });
      const csv = `source,target\n${plurals.map(([one], at) => `"${one}","first ${String(at)}"`).join("\n")}\n`;
      const { json } = await test.request("POST", "/api/translations/demo/server/cs/file/", {
        multipart: { method, conflicts: "replace-translated", file: new File([csv], "up.csv") },
      });
      expect(json).toMatchObject({ total: COUNT, accepted: COUNT });
    }

    const table = method === "suggest" ? "suggestion" : "unit";
    const id = method === "suggest" ? "unit_id" : "id";
    const row = await database
      .selectFrom(table)
      .select("target")
      .where(id, "=", last?.id ?? 0)
      .executeTakeFirstOrThrow();
    expect(JSON.parse(row.target)).toEqual([`first ${String(COUNT - 1)}`, "new", "newer"]);
  },
);

const newStrings = (): string =>
  JSON.stringify({
    ...JSON.parse(file((at) => `Text ${String(at)}`)),
    ...Object.fromEntries(Array.from({ length: COUNT }, (_, at) => [`new${String(at)}`, `New ${String(at)}`])),
  });

it("strings that an upload adds are stored in parts: what somebody adds beside it stays theirs, and all are counted", async () => {
  await using test = await openWithStrings();
  let parts = 0;
  let isAdding = false;
  const done = async (): Promise<void> => {
    if (isAdding) return;
    parts += 1;
    if (parts !== 2) return;
    isAdding = true;
    const json = { key: `new${String(COUNT - 1)}`, value: ["Somebody's"] };
    expect(await test.request("POST", "/api/translations/demo/app/en/units/", { json })).toMatchObject({ status: 200 });
    isAdding = false;
  };
  {
    using _ = followTransactions(test.service.database, { done });
    const { json } = await test.request("POST", "/api/translations/demo/app/en/file/", {
      multipart: { method: "add", file: new File([newStrings()], "en.json") },
    });
    expect(json).toMatchObject({ total: 2 * COUNT, accepted: COUNT - 1, skipped: COUNT + 1 });
  }

  expect(parts).toBeGreaterThan(3);
  const strings = new Map((await rows(test, "en")).map(({ key, target }) => [key, target]));
  expect(strings.size).toBe(2 * COUNT);
  expect(strings.get(`new${String(COUNT - 1)}`)).toBe('["Somebody\'s"]');
  expect(await told(test, action.sourceAddedInUpload)).toBe(COUNT - 1);
  for (const language of ["en", "cs"]) {
    const { json } = await test.request("GET", `/api/translations/demo/app/${language}/statistics/`);
    expect(json).toMatchObject({ total: 2 * COUNT, translated: language === "en" ? 2 * COUNT : COUNT / 2 });
  }
});

it("an upload that adds a string that is too long adds none", async () => {
  await using test = await openWithStrings();
  const json = { ...JSON.parse(newStrings()), last: "x".repeat(200_001) };

  const answer = await test.request("POST", "/api/translations/demo/app/en/file/", {
    multipart: { method: "add", file: new File([JSON.stringify(json)], "en.json") },
  });

  expect(answer).toMatchObject({ status: 400 });
  expect(await rows(test, "en")).toHaveLength(COUNT);
});

it("the strings that a file is compared with are all of them, though their places move meanwhile", async () => {
  await using test = await openWithStrings();
  const { database } = test.service;
  const translation = await database
    .selectFrom("translation")
    .selectAll()
    .where("filename", "=", "locales/cs.json")
    .executeTakeFirstOrThrow();
  // As after the removal of the first strings of a long file.
  await database
    .updateTable("unit")
    .set(({ eb }) => ({ position: eb("position", "+", 1000) }))
    .where("translation_id", "=", translation.id)
    .where("position", ">", COUNT / 2)
    .execute();
  let answers = 0;
  const moving: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      answers += 1;
      // The first answers are of where the strings are.
      if (result.rows.length < 2 || answers > 3) return result;
      await database
        .updateTable("unit")
        .set(({ eb }) => ({ position: eb("position", "-", 1000) }))
        .where("translation_id", "=", translation.id)
        .where("position", ">", 1000)
        .execute();
      return result;
    },
  };

  const units = await unitsOf(database.withPlugin(moving), { translation });

  expect(new Set(units.map(({ key }) => key)).size).toBe(COUNT);
});

it("an upload is done though its person saves other strings of the file all the while", async () => {
  await using test = await openWithStrings();
  const before = await rows(test);
  const over = new AbortController();
  const saving = async (own: readonly (typeof before)[number][]): Promise<number[]> => {
    const answers: number[] = [];
    for (let at = 0; !over.signal.aborted; at += 1) {
      const path = `/api/units/${String(own[at % own.length]?.id)}/`;
      const { status } = await test.request("PATCH", path, { json: { target: [`Mine ${String(at)}`], state: 20 } });
      answers.push(status);
    }
    return answers;
  };
  const saves = [before.slice(0, 20), before.slice(-20)].map(saving);

  const content = new File([file((at) => `up ${String(at)}`)], "cs.json");
  const { status } = await test.request("POST", "/api/translations/demo/app/cs/file/", {
    multipart: { method: "translate", conflicts: "replace-translated", file: content },
  });
  over.abort();

  expect(status).toBe(200);
  expect(new Set((await Promise.all(saves)).flat())).toEqual(new Set([200]));
  const { json } = await test.request("GET", "/api/translations/demo/app/cs/statistics/");
  expect(json).toMatchObject({ total: COUNT, translated: COUNT });
});
