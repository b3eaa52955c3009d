import { expect, it } from "vitest";
import { openTestService, sampleFiles } from "../../../test/support/open-test-service.ts";
import { createRepository } from "../../../test/support/repository.ts";

const STRINGS = 1_200;
const texts = JSON.stringify(
  Object.fromEntries(Array.from({ length: STRINGS }, (_, key) => [`key${String(key)}`, `Text ${String(key)}`])),
);

it("a page that is made while it is sent has what shorter pages have, in each representation", async () => {
  await using upstream = await createRepository({ ...sampleFiles, "locales/en.json": texts });
  await using test = await openTestService();
  await test.admin.createProject({ name: "Demo", slug: "demo" });
  await test.admin.createComponent("demo", {
    name: "App",
    slug: "app",
    repo: upstream.remoteUrl,
    branch: "main",
    file_format: "json-nested",
    filemask: "locales/*.json",
    template: "locales/en.json",
  });
  const list = "/api/translations/demo/app/en/units/";

  const shorter = [];
  for (const page of [1, 2, 3]) {
    const { json } = await test.request("GET", `${list}?page_size=400&page=${String(page)}`);
    shorter.push(...json.results);
  }
  const { json, headers } = await test.request("GET", `${list}?page_size=10000`);
  const { text } = await test.request("GET", `${list}?page_size=10000&format=csv`);
  const found = await test.request("GET", "/api/units/?page_size=10000&q=language:en%20Text");

  expect(json).toEqual({ count: STRINGS, next: null, previous: null, results: shorter });
  expect(headers.get("Content-Type")).toBe("application/json");
  expect(text.split("\r\n")).toHaveLength(STRINGS + 2);
  expect(found.json.results).toEqual(shorter);
});
