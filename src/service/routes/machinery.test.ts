import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { Person } from "../../../test/support/page-person.ts";
import { openSampleService, unlimited, type SampleService } from "../../../test/support/open-test-service.ts";

let test: SampleService;
beforeAll(async () => {
  test = await openSampleService({ settings: { rateLimits: unlimited } });
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

const path = "/api/projects/demo/machinery_settings/";
const KEY = "secret-key-of-deepl";
async function ask(method: string, json?: object, token = test.adminToken) {
  const answer = await test.request(method, path, { token, ...(json !== undefined && { json }) });
  return [answer.status, answer.json.message ?? answer.json.errors ?? answer.json] as const;
}
const refusal = (field: string | null, detail: string) => [400, [expect.objectContaining({ attr: field, detail })]];

describe("machinery settings", () => {
  it("are installed once, changed, replaced and removed, in the words of the real service", async () => {
    expect(await ask("GET")).toEqual([200, {}]);
    const deepl = { service: "deepl", configuration: { key: KEY } };
    expect(await ask("POST", deepl)).toEqual([201, "Service installed: DeepL"]);
    expect(await ask("POST", deepl)).toEqual(refusal("service", "Service already exists"));
    const formal = { service: "deepl", configuration: { formality: "prefer_more", daily_characters: "5000" } };
    expect(await ask("PATCH", formal)).toEqual([200, "Service updated: DeepL"]);
    const set = {
      url: "https://api.deepl.com/v2",
      formality: "prefer_more",
      daily_characters: 5000,
      daily_characters_person: 20_000,
      context: "",
      next_gen: false,
    };
    expect(await ask("GET")).toEqual([200, { deepl: set }]);
    expect(await ask("PUT", { libretranslate: { url: "https://mt.example.org" }, deepl: set })).toEqual([
      200,
      "Services installed: libretranslate, deepl",
    ]);
    expect(await ask("PATCH", { service: "deepl", configuration: { next_gen: true } })).toEqual([
      200,
      "Service updated: DeepL",
    ]);
    const admin = new Person(test);
    await admin.signIn(test.adminToken);
    expect((await admin.open("/manage/machinery/demo/")).text).toMatch(/<input[^>]* name="next_gen"[^>]* checked/);
    expect(await ask("PATCH", { service: "deepl", configuration: {} })).toEqual([200, "Service removed: DeepL"]);
    expect(await ask("PUT", {})).toEqual([200, "Services installed: "]);
    expect(await ask("GET")).toEqual([200, {}]);
  });

  it.each([
    [
      "a service that is none",
      { service: "babel", configuration: { key: "k" } },
      "configuration",
      "Service not found: babel. This server has: libretranslate, deepl.",
    ],
    ["no service", { configuration: {} }, "service", "This field is required."],
    [
      "no key",
      { service: "deepl", configuration: { formality: "prefer_less" } },
      "configuration",
      "Error in key (deepl): This field is required.",
    ],
    [
      "a key that would end its header",
      { service: "deepl", configuration: { key: "a\r\nX: b" } },
      "configuration",
      "Error in key (deepl): A key has no spaces, and no letters beyond ASCII.",
    ],
    [
      "no address",
      { service: "libretranslate", configuration: { key: "k" } },
      "configuration",
      "Error in url (libretranslate): This field is required.",
    ],
    [
      "an address of nothing",
      { service: "libretranslate", configuration: { url: "ftp://x" } },
      "configuration",
      "Error in url (libretranslate): Enter a valid URL.",
    ],
    [
      "what is no JSON",
      { service: "deepl", configuration: "{" },
      "configuration",
      "Invalid service configuration (deepl): it is no JSON.",
    ],
    [
      "a list",
      { service: "deepl", configuration: "[]" },
      "configuration",
      "Invalid service configuration (deepl): it has to be an object.",
    ],
    [
      "a member that is none",
      { service: "deepl", configuration: { key: "k", colour: "red" } },
      "configuration",
      expect.stringContaining("colour"),
    ],
  ])("refuse %s", async (_what, json, field, detail) => {
    expect(await ask("POST", json)).toEqual(refusal(field, detail));
    expect(await ask("GET")).toEqual([200, {}]);
  });

  it.each(["http://127.0.0.1:5000", "https://10.1.2.3", "https://[::1]/", "http://mt.example.org"])(
    "let no text go to %s",
    async (url) => {
      const [status, errors] = await ask("POST", { service: "libretranslate", configuration: { url } });
      expect([status, errors[0].detail]).toEqual([400, expect.stringContaining("Error in url (libretranslate): ")]);
    },
  );

  it("keep the key sealed: in no answer, and in no file beside its own key", async () => {
    await ask("POST", { service: "deepl", configuration: { key: KEY } });
    const rows = await test.service.database.selectFrom("machinery").selectAll().execute();

    expect(rows).toHaveLength(1);
    expect(rows[0]?.sealed_key).toMatch(/^gcm1:/);
    expect(JSON.stringify(rows)).not.toContain(KEY);
    expect((await test.request("GET", path)).text).not.toContain(KEY);
    const file = join(test.service.dataFolder, "service.key");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, "utf8")).not.toContain(KEY);
    await ask("PUT", {});
  });

  it("keep the key for the server it was given for, and for no other", async () => {
    await ask("POST", { service: "deepl", configuration: { key: KEY } });

    expect(await ask("PATCH", { service: "deepl", configuration: { url: "https://evil.example.org/v2" } })).toEqual(
      refusal("configuration", "Error in key (deepl): This field is required."),
    );
    expect(await ask("PATCH", { service: "deepl", configuration: { url: "https://api.deepl.com/v3" } })).toEqual([
      200,
      "Service updated: DeepL",
    ]);
    await ask("PUT", {});
  });

  it("are for nobody who does not manage the project", async () => {
    for (const method of ["GET", "POST", "PATCH", "PUT"]) {
      const [status, errors] = await ask(
        method,
        method === "GET" ? undefined : { service: "deepl" },
        test.translatorToken,
      );
      expect([method, status, errors[0].detail]).toEqual([
        method,
        403,
        "Can not retrieve/edit machinery configuration",
      ]);
    }
  });
});
