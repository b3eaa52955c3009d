import { sql } from "kysely";
import { expect, test } from "vitest";
import { TooCostly, TooCrowded } from "../../store/too-costly.ts";
import { openTestService, sampleFiles } from "../../../test/support/open-test-service.ts";
import { createRepository } from "../../../test/support/repository.ts";

/** So many that no machine looks at all of them with an expression within a millisecond. */
const source = JSON.stringify(
  Object.fromEntries(
    Array.from({ length: 4_000 }, (_, key) => [`key${String(key)}`, `${"a".repeat(200)} ${String(key)}`]),
  ),
);

test("a search that takes longer than one may is 400 with a sentence, among all strings and in one language", async () => {
  await using upstream = await createRepository({ ...sampleFiles, "locales/en.json": source });
  await using service = await openTestService({ searchMilliseconds: 1 });
  await service.admin.createProject({ name: "Demo", slug: "demo" });
  await service.admin.createComponent("demo", {
    name: "App",
    slug: "app",
    repo: upstream.remoteUrl,
    branch: "main",
    file_format: "json-nested",
    filemask: "locales/*.json",
    template: "locales/en.json",
  });

  for (const path of [
    "/api/units/?q=source:r%22%5B0-9%5Db%22",
    "/api/translations/demo/app/cs/units/?q=source:r%22a.b%22",
  ]) {
    const { status, json } = await service.request("GET", path);

    expect(status, path).toBe(400);
    expect(json.errors[0].code).toBe("too-costly");
    expect(json.errors[0].detail).toContain("takes too long");
  }
  expect((await service.request("GET", "/api/")).status).toBe(200);
});

test("who looks at each of many strings waits for others who do, not too long, and nobody else waits for them", async () => {
  await using service = await openTestService({ searchMilliseconds: 1500 });
  const endless = sql`with recursive number(i) as (select 1 union all select i + 1 from number where i < 1e12)
    select count(*) from number`;
  const ended: string[] = [];
  const kindOf = (error: unknown): string =>
    error instanceof TooCrowded ? "crowded" : error instanceof TooCostly ? "costly" : "other";
  const costly = Array.from({ length: 6 }, async () => {
    await endless.execute(service.service.searches).catch((error: unknown) => ended.push(kindOf(error)));
  });

  expect((await service.request("GET", "/api/units/?q=hello")).status).toBe(200);
  await service.service.readers.selectFrom("unit").select("id").execute();
  ended.push("page");
  await Promise.all(costly);

  expect(ended[0]).toBe("page");
  expect(new Set(ended)).toEqual(new Set(["page", "costly", "crowded"]));
});
