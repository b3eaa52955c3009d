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

/** As an expression that is sought among endlessly many strings: SQLite calls JavaScript for each, which a thread can be ended in. */
const endless = sql`with recursive number(i) as (select 1 union all select i + 1 from number where i < 1e12)
  select count(*) from number where text_matches(cast(i as text), 'x') = 1`;

test("nobody waits for those who look at each of many strings", async () => {
  // A thousand times what a page needs.
  await using service = await openTestService({ searchMilliseconds: 20_000 });
  const ended: unknown[] = [];
  for (let searches = 0; searches < 2; searches += 1) {
    void endless.execute(service.service.searches).catch((error: unknown) => ended.push(error));
  }

  expect((await service.request("GET", "/api/units/?q=hello")).status).toBe(200);
  expect(await service.service.readers.selectFrom("unit").select("id").execute()).toEqual([]);

  expect(ended).toEqual([]);
});

test("who looks at each of many strings waits for others who do, and not too long", async () => {
  await using service = await openTestService({ searchMilliseconds: 300 });
  const kindOf = (error: unknown): string =>
    error instanceof TooCrowded ? "crowded" : error instanceof TooCostly ? "costly" : "other";

  const ended = await Promise.all(
    Array.from({ length: 6 }, () => endless.execute(service.service.searches).catch(kindOf)),
  );

  expect(new Set(ended)).toEqual(new Set(["costly", "crowded"]));
});
