import { unzipSync } from "fflate";
import type { KyselyPlugin } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  openSampleService,
  openTestService,
  save,
  type SampleService,
} from "../../../test/support/open-test-service.ts";
import { createRepository } from "../../../test/support/repository.ts";
import { defined } from "../../core/defined.ts";
import { serviceApp } from "../app.ts";

let test: SampleService;

beforeAll(async () => {
  test = await openSampleService();
  await save(test, "demo/server/cs", "%d file", ["%d soubor", "%d soubory", "%d souborů"]);
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

const file = "/api/translations/demo/server/cs/file/";

/** The bytes of an archive do not survive as text. */
async function membersOf(path: string): Promise<Record<string, string>> {
  const answer = await test.request("GET", path);
  expect(answer.headers.get("content-type")).toBe("application/zip");
  const members = Object.entries(unzipSync(answer.bytes));
  return Object.fromEntries(members.map(([name, content]) => [name, new TextDecoder().decode(content)]));
}

describe("a converted file", () => {
  it.each([
    ["po", "po", "text/x-po; charset=utf-8"],
    ["xliff", "xlf", "application/x-xliff+xml"],
    ["csv", "csv", "text/csv; charset=utf-8"],
    ["mo", "mo", "application/x-gettext-catalog"],
    ["tmx", "tmx", "application/x-tmx"],
  ])("%s is named and typed as what it is", async (format, extension, type) => {
    const answer = await test.request("GET", `${file}?format=${format}`);

    expect([answer.status, answer.headers.get("content-disposition"), answer.headers.get("content-type")]).toEqual([
      200,
      `attachment; filename="demo-server-cs.${extension}"`,
      type,
    ]);
    expect(answer.headers.get("last-modified")).toMatch(/GMT$/);
  });

  it("has what waits for a commit, and commits nothing", async () => {
    const { text } = await test.request("GET", `${file}?format=csv`);

    expect(text).toContain("Vítejte");
    expect(text).toContain("%d soubor");
    expect((await test.request("GET", "/api/components/demo/server/repository/")).json.needs_commit).toBe(true);
  });

  it("has the strings that are asked for", async () => {
    const { text } = await test.request("GET", `${file}?format=po&q=source:Welcome`);

    expect(text).toContain('msgid "Welcome"');
    expect(text).not.toContain("%d file");
  });

  it.each([
    ["format", "format=bogus", "Conversion to bogus is not supported"],
    ["q", "format=po&q=foo:bar", "Could not parse query string: Unsupported field: foo"],
    ["q", "q=hello", "Query string is ignored without format"],
  ])("is refused for a wrong %s: %s", async (attr, query, detail) => {
    const answer = await test.request("GET", `${file}?${query}`);

    expect([answer.status, answer.json.errors[0].attr, answer.json.errors[0].detail]).toEqual([400, attr, detail]);
  });

  it("is refused where the format has no place for keys, and to who may not download", async () => {
    const keys = await test.request("GET", "/api/translations/demo/app/cs/file/?format=mo");
    expect([keys.status, keys.json.detail]).toEqual([
      400,
      "format: File format is not compatible with this translation",
    ]);

    await test.request("PATCH", "/api/projects/demo/", { json: { access_control: 1 } });
    const { token } = await test.admin.createUser({ username: "outsider" });
    expect((await test.request("GET", `${file}?format=po`, { token })).status).toBe(403);
    await test.request("PATCH", "/api/projects/demo/", { json: { access_control: 0 } });
  });

  it("has the same headers without its bytes", async () => {
    const answer = await test.request("HEAD", `${file}?format=po`);

    expect([answer.status, answer.text]).toEqual([200, ""]);
    expect(Number(answer.headers.get("content-length"))).toBeGreaterThan(100);
  });
});

describe("a converted file of very many strings, which are read and written some at a time", () => {
  /** As many as that need not be there: what is counted tells. */
  const countAs = async (total: number): Promise<void> => {
    await test.service.database.updateTable("translation").set({ total }).execute();
  };
  const counted = { few: 3, many: 20_000 };

  it.each(["po", "xliff", "xliff11", "csv", "csv-multi", "tmx", "tbx", "xlsx"])(
    "has all that %s has",
    async (format) => {
      await countAs(counted.few);
      const whole = await test.request("GET", `${file}?format=${format}`);
      await countAs(counted.many);
      const inPieces = await test.request("GET", `${file}?format=${format}`);

      const contentOf = ({ bytes }: typeof whole): unknown => (format === "xlsx" ? unzipSync(bytes) : bytes);
      expect(contentOf(inPieces)).toEqual(contentOf(whole));
      const lengths = [whole, inPieces].map(({ headers }) => headers.has("content-length"));
      expect(lengths).toEqual([true, false]);
      expect(inPieces.headers.get("content-type")).toBe(whole.headers.get("content-type"));
    },
  );

  it("is whole in an archive", async () => {
    await countAs(counted.few);
    const whole = await membersOf("/api/components/demo/server/file/?format=zip:csv");
    await countAs(counted.many);

    expect(await membersOf("/api/components/demo/server/file/?format=zip:csv")).toEqual(whole);
  });

  it("is refused for a query that nobody understands, and empty for one that finds nothing", async () => {
    await countAs(counted.many);
    const refused = await test.request("GET", `${file}?format=xlsx&q=foo:bar`);
    const empty = await test.request("GET", `${file}?format=csv&q=source:nothing-like-it`);

    expect([refused.status, refused.json.errors[0].attr]).toEqual([400, "q"]);
    expect(empty.text.split("\r\n")).toEqual([expect.stringContaining("location,source,target"), ""]);
  });
});

describe("an archive of converted files", () => {
  it("names them for component and language, and says which could not be converted", async () => {
    const members = await membersOf("/api/projects/demo/file/?format=zip:mo");

    expect(Object.keys(members).toSorted()).toEqual([
      "demo-app-cs.mo.skipped",
      "demo-app-de.mo.skipped",
      "demo-app-en.mo.skipped",
      "demo-server-cs.mo",
      "demo-server-en.mo",
    ]);
    expect(members["demo-app-cs.mo.skipped"]).toBe("File format is not compatible with this translation");
  });

  it("has one component, or one language", async () => {
    const component = await membersOf("/api/components/demo/app/file/?format=zip:csv");
    const language = await membersOf("/api/projects/demo/file/?format=zip:csv&language_code=de");

    expect(Object.keys(component).toSorted()).toEqual(["demo-app-cs.csv", "demo-app-de.csv", "demo-app-en.csv"]);
    expect(Object.keys(language)).toEqual(["demo-app-de.csv"]);
    expect(component["demo-app-de.csv"]).toContain("Speichern");
  });

  it("is refused for a format that nobody knows; a plain one has the stored files", async () => {
    const unknown = await test.request("GET", "/api/components/demo/app/file/?format=zip:bogus");

    expect([unknown.status, unknown.json.errors[0].attr]).toEqual([400, "format"]);
    expect(Object.keys(await membersOf("/api/components/demo/app/file/?format=zip"))).toContain(
      "demo/app/locales/cs.json",
    );
  });
});

describe("the strings of an export", () => {
  /** Asks for a file where all that is read for it goes through a plugin. */
  async function exported(path: string, transformResult: KyselyPlugin["transformResult"]): Promise<Response> {
    const plugin: KyselyPlugin = { transformQuery: ({ node }) => node, transformResult };
    const [readers, searches] = [test.service.readers, test.service.searches].map((each) => each.withPlugin(plugin));
    const app = serviceApp({ ...test.service, ...defined({ readers, searches }) });
    return app.request(`http://service.test/api/translations/demo/${path}`, {
      headers: { authorization: `Token ${test.adminToken}` },
    });
  }

  it("are written by the database, those that are read together as one row", async () => {
    const numbers: number[] = [];
    const answer = await exported("server/cs/file/?format=po", async ({ result }) => {
      numbers.push(result.rows.length);
      return result;
    });

    expect((await answer.text()).match(/^msgid/gm)?.length).toBeGreaterThan(2);
    expect(numbers).toEqual([1, 1]);
  });

  it("are refused where a file is made whole and a thread may not hold as many", async () => {
    const most = 40_000_000;
    const answer = await exported("app/cs/file/?format=json-nested", async ({ result }) => ({
      ...result,
      rows: result.rows.map((row) => ("rows" in row ? { ...row, rows: String(row["rows"]).padEnd(most + 1) } : row)),
    }));

    expect([answer.status, await answer.json()]).toMatchObject([400, { errors: [{ code: "too-costly" }] }]);
  });
});

it("an export has every string once, though a pull moves all of them meanwhile, and none that is gone then", async () => {
  const keys = Array.from({ length: 1100 }, (_, index) => `key ${String(index)}.`);
  const english = (list: readonly string[]) =>
    JSON.stringify(Object.fromEntries(list.map((key) => [key, `Text of ${key}`])));
  await using upstream = await createRepository({ "en.json": english(keys), "cs.json": "{}\n" });
  await using own = await openTestService();
  await own.admin.createProject({ name: "Demo", slug: "demo" });
  await own.admin.createComponent("demo", {
    name: "App",
    slug: "app",
    repo: upstream.remoteUrl,
    branch: "main",
    file_format: "json",
    filemask: "*.json",
    template: "en.json",
  });
  await upstream.publishElsewhere({ "en.json": english(keys.slice(20, -5)) }, "Move strings", ["refs/heads/main"]);
  let pulls = 0;
  const pullingOnce: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      const isPart = result.rows[0] !== undefined && "rows" in result.rows[0];
      if (isPart && (pulls += 1) === 1) {
        const json = { operation: "pull" };
        const pulled = await own.request("POST", "/api/components/demo/app/repository/", { json });
        expect(pulled.json).toEqual({ result: true });
      }
      return result;
    },
  };
  const app = serviceApp({ ...own.service, readers: own.service.readers.withPlugin(pullingOnce) });

  const answer = await app.request("http://service.test/api/translations/demo/app/cs/file/?format=csv", {
    headers: { authorization: `Token ${own.adminToken}` },
  });

  const exported = [...(await answer.text()).matchAll(/Text of (key \d+\.)/g)].map(([, key]) => key);
  // The first 20 were read before.
  expect(exported).toEqual(keys.slice(0, -5));
  expect(pulls).toBeGreaterThan(1);
  expect((await own.request("GET", "/api/translations/demo/app/cs/")).json.total).toBe(1075);

  const workbook = async () =>
    unzipSync((await own.request("GET", "/api/translations/demo/app/cs/file/?format=xlsx")).bytes);
  const whole = await workbook();
  await own.service.database.updateTable("translation").set({ total: 20_000 }).execute();
  expect(await workbook()).toEqual(whole);
});
