import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSampleService, save, type SampleService } from "../../../test/support/open-test-service.ts";

let test: SampleService;

beforeAll(async () => {
  test = await openSampleService();
  await save(test, "demo/app/de", "button.cancel", ["Verwerfen"]);
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

interface Entry {
  readonly id: number;
  readonly target: string;
  readonly project: number | null;
  readonly shared: boolean;
}

async function entries(query: string, token = test.adminToken): Promise<Entry[]> {
  const { json } = await test.request("GET", `/api/memory/?${query}`, { token });
  return json.results;
}

const languages = "source_language=en&target_language=de";

async function lookup(strings: readonly unknown[], more = "", token: string | null = test.adminToken) {
  return test.request("POST", `/api/memory/lookup/?${languages}${more}`, { token, json: { strings } });
}

describe("the memory", () => {
  it("has what the repository brought for the project and for all, and what somebody translated for them too", async () => {
    const cancel = await entries("source=CANC&target_language=de");

    expect(cancel.map(({ target, shared, project }) => [target, shared, project === null])).toEqual([
      ["Abbrechen", false, false],
      ["Abbrechen", true, true],
      ["Verwerfen", false, false],
      ["Verwerfen", true, true],
      ["Verwerfen", false, true],
    ]);
  });

  it("is filtered by languages and project", async () => {
    expect(await entries("source_language=de")).toEqual([]);
    expect(await entries("project=nothing")).toEqual([]);
    const own = await entries("target_language=cs&project=demo&source=welcome");
    expect(own).toMatchObject([{ source: "Welcome", target: "Vítejte", origin: "demo/server", from_file: false }]);
    expect((await test.request("GET", `/api/memory/${String(own[0]?.id)}/`)).json).toEqual(own[0]);
  });

  it("is for who may edit it: their project's and their own", async () => {
    expect((await test.request("GET", "/api/memory/", { token: test.translatorToken })).status).toBe(403);
    expect((await test.request("GET", "/api/memory/", { token: null })).status).toBe(401);
    const seen = await entries("source=Save", test.botToken);
    expect(seen.map(({ project, shared }) => [project, shared])).toEqual([[1, false]]);
  });

  it("takes no part of a private project to others", async () => {
    await using other = await openSampleService();
    await other.request("PATCH", "/api/projects/demo/", { json: { access_control: 100 } });
    await save(other, "demo/app/de", "title", ["Geheim"]);

    const { json } = await other.request("GET", "/api/memory/?target_language=de&source=Hello");

    const secret = json.results.filter((entry: Entry) => entry.target === "Geheim");
    expect(secret.map((entry: Entry) => entry.shared)).toEqual([false, false]);
  });
});

describe("looking up", () => {
  it("finds the very text, one that is nearly it, and nothing", async () => {
    const { status, json } = await lookup(["Cancel", "Cancel!", "Something else altogether"]);

    expect(status).toBe(200);
    expect(json.results).toMatchObject([
      { query: "Cancel", match: { source: "Cancel", target: "Verwerfen", exact: true, quality: 100 } },
      { query: "Cancel!", match: { source: "Cancel", exact: false, quality: 85 } },
      { query: "Something else altogether", match: null },
    ]);
  });

  it("finds nothing but the very text where that is asked for", async () => {
    const { json } = await lookup(["Cancel!", "Save"], "&exact=true");

    expect(json.results).toMatchObject([{ match: null }, { match: { target: "Speichern" } }]);
  });

  it("takes what a project keeps to itself for those who may use its memory", async () => {
    await test.request("PATCH", "/api/projects/demo/", { json: { contribute_shared_tm: false } });
    await save(test, "demo/app/de", "title", ["Servus"]);

    const anybody = await lookup(["Hello"]);
    const inside = await lookup(["Hello"], "&project=demo");

    expect([anybody.json.results[0].match.target, inside.json.results[0].match.target]).toEqual(["Hallo", "Servus"]);
  });

  it.each([
    ["strings.0", ["x".repeat(2001)], ""],
    ["strings", Array.from({ length: 101 }, () => "x"), ""],
    ["project", ["x"], "&project=nothing"],
    ["exact", ["x"], "&exact=perhaps"],
  ])("is refused for wrong %s", async (attr, strings, more) => {
    const answer = await lookup(strings, more);

    expect([answer.status, answer.json.errors[0].attr]).toEqual([400, attr]);
  });

  it("wants languages that there are", async () => {
    const missing = await test.request("POST", "/api/memory/lookup/", { json: { strings: [] } });
    const unknown = await test.request("POST", "/api/memory/lookup/?source_language=en&target_language=xx_XX", {
      json: { strings: [] },
    });

    expect(missing.json.errors.map(({ attr }: { attr: string }) => attr)).toEqual([
      "source_language",
      "target_language",
    ]);
    expect([unknown.status, unknown.json.errors[0].attr]).toEqual([400, "target_language"]);
  });

  it("is refused to who is not signed in", async () => {
    expect((await lookup(["x"], "", null)).status).toBe(401);
  });
});

describe("forgetting", () => {
  it("takes one translation away, for who may", async () => {
    const [own, shared] = await entries("source=Save&target_language=de");
    const forget = async (id: number | undefined, token: string) =>
      (await test.request("DELETE", `/api/memory/${String(id)}/`, { token })).status;

    expect(await forget(own?.id, test.translatorToken)).toBe(403);
    expect(await forget(shared?.id, test.botToken)).toBe(403);
    expect(await forget(own?.id, test.botToken)).toBe(204);
    expect(await forget(shared?.id, test.adminToken)).toBe(204);
    expect(await forget(shared?.id, test.adminToken)).toBe(404);
    expect(await entries("source=Save&target_language=de")).toEqual([]);
  });

  it("lets people take their own away", async () => {
    const own = (await entries("source=Cancel")).find(({ project, shared }) => project === null && !shared);

    const { status } = await test.request("DELETE", `/api/memory/${String(own?.id)}/`, { token: test.translatorToken });

    expect(status).toBe(204);
  });
});
