import type { KyselyPlugin } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { png, usualParameters, type SampleWorld } from "../../test/support/endpoint-samples/sample.ts";
import { openSampleWorld } from "../../test/support/endpoint-samples/world.ts";
import { addressOf, type Endpoint } from "../contract/endpoint.ts";
import { endpoints } from "../contract/index.ts";
import { serviceApp } from "./app.ts";

let world: SampleWorld & AsyncDisposable;
let app: ReturnType<typeof serviceApp>;
let queries = 0;

const counting: KyselyPlugin = {
  transformQuery: ({ node }) => {
    queries += 1;
    return node;
  },
  transformResult: async ({ result }) => Promise.resolve(result),
};

beforeAll(async () => {
  world = await openSampleWorld();
  await fill(world);
  const { service } = world.test;
  app = serviceApp({ ...service, database: service.database.withPlugin(counting) });
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

/** Gives every list two rows at least. */
async function fill({ make, test, name, category, unit, sourceUnit }: SampleWorld): Promise<void> {
  const announced = [
    "projects/demo",
    "projects/demo/languages/cs",
    `categories/${String(category)}`,
    "components/demo/app",
    "translations/demo/app/cs",
  ];
  const reported = ["projects/demo", `categories/${String(category)}`, "components/demo/app"];
  for (const [index, addon] of ["cleanup.generic", "git.squash"].entries()) {
    const slug = name();
    const named = { name: slug, slug };
    await make("POST", "/api/projects/", { json: { ...named, web: "https://example.org/" } });
    await make("POST", "/api/components/demo/app/links/", { form: { project_slug: slug } });
    await make("POST", "/api/categories/", { json: { ...named, project: "http://service.test/api/projects/demo/" } });
    await make("POST", "/api/component-lists/", { json: named });
    await make("POST", "/api/component-lists/core/components/", { json: { component_id: String(index + 1) } });
    await make("POST", "/api/projects/demo/labels/", { json: { name: slug, color: "navy" } });
    await make("POST", "/api/components/demo/app/addons/", { json: { name: `weblate.${addon}` } });
    const place = { project_slug: "demo", component_slug: "app", language_code: "en" };
    const { id } = await make("POST", "/api/screenshots/", { multipart: { ...place, name: slug, image: png } });
    await make("POST", `/api/screenshots/${String(id)}/units/`, { form: { unit_id: String(sourceUnit) } });
    await make("POST", `/api/units/${String(unit)}/comments/`, { json: { scope: "translation", comment: slug } });
    await make("POST", `/api/units/${String(unit)}/suggestions/`, { json: { target: [slug] } });
    for (const where of announced) {
      await make("POST", `/api/${where}/announcements/`, { json: { message: slug, severity: "info" } });
    }
    for (const where of reported) {
      const json = { kind: "credits", start: "2020-01-01", end: "2100-01-01" };
      await make("POST", `/api/${where}/reports/`, { json });
    }
  }
  for (const language of ["cs", "de"]) {
    const { results } = await make("GET", `/api/translations/demo/app/${language}/units/`);
    const [first] = results;
    const json = { target: [name()], state: 20 };
    const answer = await test.request("PATCH", `/api/units/${String(first.id)}/`, {
      token: test.translatorToken,
      json,
    });
    expect(answer.status, answer.text).toBe(200);
  }
}

function isList({ method, responses }: Endpoint): boolean {
  const answer = responses[200];
  const shape = typeof answer === "function" ? answer() : undefined;
  return method === "GET" && shape instanceof z.ZodObject && "results" in shape.shape;
}

const lists = endpoints.filter(isList).map((endpoint): [string, Endpoint] => [endpoint.id, endpoint]);

/** A question for each row would be more than one question more than for one of them. */
const MANY_ROWS = 3;

async function read(
  endpoint: Endpoint,
  pageSize: number,
  page = 1,
): Promise<{ status: number; rows: number; asked: number }> {
  const id = endpoint.path.startsWith("/api/categories/") ? world.category : world.unit;
  const values = Object.entries({ ...usualParameters, id }).map(([name, value]) => [name, String(value)]);
  const address = addressOf(endpoint, Object.fromEntries(values));
  queries = 0;
  const answer = await app.request(`http://service.test${address}?page_size=${String(pageSize)}&page=${String(page)}`, {
    headers: { authorization: `Token ${world.test.adminToken}` },
  });
  const { results } = z.object({ results: z.array(z.unknown()) }).parse(await answer.json());
  return { status: answer.status, rows: results.length, asked: queries };
}

describe("every list", () => {
  it.each(lists)("%s asks the database as often for one row as for all", async (_id, endpoint) => {
    // Statements that are made once count where they are made.
    await read(endpoint, 1000);
    const one = await read(endpoint, 1);
    const all = await read(endpoint, 1000);

    expect(one).toMatchObject({ status: 200, rows: 1 });
    expect(all.rows).toBeGreaterThan(1);
    // What a row refers to nothing of is not asked for: the one that refers to most is as dear as all.
    let most = one.asked;
    for (let page = 2; page <= all.rows && most < all.asked; page += 1) {
      most = Math.max(most, (await read(endpoint, 1, page)).asked);
    }
    // Of many rows one may refer to something of one kind, another to something of another.
    expect(all.asked - most).toBeLessThanOrEqual(all.rows > MANY_ROWS ? 1 : 0);
  });
});
