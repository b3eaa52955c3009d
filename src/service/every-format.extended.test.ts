import { zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { oneLanguageEach, oneOfEachKind } from "../../test/support/format-files.ts";
import { openTestService, unitsOf, type TestService } from "../../test/support/open-test-service.ts";
import { isFull } from "../../test/support/samples.ts";
import { unitStates, type Catalogue, type Unit } from "../catalog/unit.ts";
import type { Format } from "../formats/format.ts";

let test: TestService;

beforeAll(async () => {
  test = await openTestService();
  await test.request("POST", "/api/projects/", { json: { name: "Demo", slug: "demo", web: "https://example.org/" } });
});
afterAll(() => test[Symbol.asyncDispose]());

const english = { title: "Shop", save: "Save it" };
const czech = { title: "Obchod", save: "" };

/** A key as the format writes one. */
function keyIn(format: Format, name: string): string {
  return format.id === "php" ? `$${name}` : name;
}

/** What a repository has: files as the format itself writes them. */
function fileOf(format: Format, language: string, targets: typeof english): Uint8Array {
  const isSource = language === "en";
  const units = (["title", "save"] as const).map((name): Unit => {
    const source = format.kind === "bilingual" ? [english[name]] : [];
    const text = isSource && format.kind === "bilingual" ? "" : targets[name];
    return {
      key: format.kind === "bilingual" ? english[name] : keyIn(format, name),
      context: format.kind === "bilingual" ? "" : keyIn(format, name),
      source,
      target: [text],
      state: text === "" ? unitStates.untranslated : unitStates.translated,
      note: "",
      location: "",
      flags: "",
      previousSource: "",
      line: 0,
    };
  });
  const catalogue: Catalogue = { format: format.id, units };
  return format.create(catalogue, { language });
}

// PHP's keys are names of variables.
const played = oneLanguageEach.filter(({ id }) => isFull || oneOfEachKind.has(id) || id === "php");

describe.each(played.map((format) => [format.id, format] as const))("a component of %s files", (id, format) => {
  const extension = format.extensions[0] ?? "";
  const component = `demo/${id}`;
  const czechFile = `${id}/cs.${extension}`;

  async function stored(language: string): Promise<Uint8Array> {
    return (await test.request("GET", `/api/translations/${component}/${language}/file/`)).bytes;
  }

  async function unitNamed(language: string, name: keyof typeof english) {
    const units = await unitsOf(test, `${component}/${language}`);
    return [...units.values()].find((unit) => unit.source[0] === english[name]);
  }

  it("takes its strings from them", async () => {
    const template = `${id}/en.${extension}`;
    const answer = await test.request("POST", "/api/projects/demo/components/", {
      multipart: {
        name: id,
        slug: id,
        file_format: id,
        filemask: `${id}/*.${extension}`,
        ...(format.kind === "monolingual" ? { template } : { new_base: template }),
        new_lang: "add",
        manage_units: "true",
        zipfile: zipSync({ [template]: fileOf(format, "en", english), [czechFile]: fileOf(format, "cs", czech) }),
      },
    });

    expect(answer.status, answer.text).toBe(201);
    expect(await unitNamed("cs", "title")).toMatchObject({ target: [czech.title], state: unitStates.translated });
    expect(await unitNamed("cs", "save")).toMatchObject({ target: [""], state: unitStates.untranslated });
  });

  it("writes a translator's text into its place, and nothing else", async () => {
    const before = fileOf(format, "cs", czech);
    const untranslated = await unitNamed("cs", "save");
    const saved = await test.request("PATCH", `/api/units/${String(untranslated?.id)}/`, {
      json: { target: ["Uložit"], state: 20 },
    });
    expect(saved.status, saved.text).toBe(200);

    const after = await stored("cs");

    const key = format.read(before, { language: "cs" }).units[1]?.key ?? keyIn(format, "save");
    const change = { kind: "set", key, target: ["Uložit"], state: unitStates.translated } as const;
    const isThere = format.read(before, { language: "cs" }).units.some((unit) => unit.key === key);
    if (isThere) expect(legible(after)).toBe(legible(format.patch(before, [change], { language: "cs" })));
    expect(format.read(after, { language: "cs" }).units.map((unit) => unit.target)).toEqual([["Obchod"], ["Uložit"]]);
  });

  it("takes an uploaded file of the same format", async () => {
    const upload = fileOf(format, "cs", { title: "Krám", save: "" });

    const answer = await test.request("POST", `/api/translations/${component}/cs/file/`, {
      multipart: { file: upload, method: "translate", conflicts: "replace-translated" },
    });

    expect(answer.json, answer.text).toMatchObject({ accepted: 1 });
    expect(legible(await stored("cs"))).toContain("Kr");
    expect(await unitNamed("cs", "title")).toMatchObject({ target: ["Krám"] });
  });

  it("starts a language with an untranslated file of its own", async () => {
    const answer = await test.request("POST", `/api/components/${component}/translations/`, {
      json: { language_code: "de" },
    });

    expect(answer.status, answer.text).toBe(201);
    expect(await unitNamed("de", "title")).toMatchObject({ target: [""], state: unitStates.untranslated });
    const title = await unitNamed("de", "title");
    await test.request("PATCH", `/api/units/${String(title?.id)}/`, { json: { target: ["Laden"], state: 20 } });
    const read = format.read(await stored("de"), { language: "de" });
    expect(read.units.filter((unit) => unit.target.some((form) => form !== "")).map((unit) => unit.target)).toEqual([
      ["Laden"],
    ]);
  });

  it.each(format.kind === "monolingual" ? ["cancel"] : [])(
    "takes a string more, %s, and lets it go again",
    async (name) => {
      const added = await test.request("POST", `/api/translations/${component}/en/units/`, {
        json: { key: keyIn(format, name), value: ["Cancel"] },
      });
      expect(added.status, added.text).toBe(200);
      const targets = () => stored("en").then((bytes) => format.read(bytes).units.map((unit) => unit.target[0]));
      await test.request("POST", `/api/components/${component}/repository/`, { json: { operation: "commit" } });
      expect(await targets()).toEqual(["Shop", "Save it", "Cancel"]);

      const removed = await test.request("DELETE", `/api/units/${String(added.json.id)}/`);

      expect(removed.status, removed.text).toBe(204);
      expect(await targets()).toEqual(["Shop", "Save it"]);
    },
  );
});

it.each(played.filter(({ kind }) => kind === "bilingual"))(
  "a string that is added to a $id file is the same string when the file is read again",
  async ({ id }) => {
    const units = `/api/translations/demo/${id}/cs/units/`;
    const json = { source: ["Leave"], target: ["Odejít"] };
    const withContext = await test.request("POST", units, { json: { ...json, context: "menu" } });
    const hasContexts = id !== "nextcloud-json" && id !== "csv-simple";
    expect(withContext.status, withContext.text).toBe(hasContexts ? 200 : 400);
    const added = hasContexts ? withContext : await test.request("POST", units, { json });
    expect(added.status, added.text).toBe(200);

    await test.request("POST", `/api/components/demo/${id}/repository/`, { json: { operation: "commit" } });
    await test.request("POST", `/api/components/demo/${id}/repository/`, { json: { operation: "file-scan" } });

    const answer = await test.request("GET", `/api/units/${String(added.json.id)}/`);
    expect(answer.json).toMatchObject({ source: ["Leave"], target: ["Odejít"], state: 20 });
  },
);

it("refuses a key that the format has no place for", async () => {
  const units = "/api/translations/demo/php/en/units/";

  const answer = await test.request("POST", units, { json: { key: "no variable", value: ["Text"] } });

  expect([answer.status, answer.json.type]).toEqual([400, "validation_error"]);
});

function legible(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("latin1");
}
