import { expect, test } from "vitest";
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
