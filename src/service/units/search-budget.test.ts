import { expect, test } from "vitest";
import { openTestService, sampleFiles } from "../../../test/support/open-test-service.ts";
import { createRepository } from "../../../test/support/repository.ts";

test.each([{ path: "/api/units/?q=hello" }, { path: "/api/translations/demo/app/cs/units/?q=source:r%22a.b%22" }])(
  "GET $path that takes longer than a search may is 400 with a sentence",
  async ({ path }) => {
    await using upstream = await createRepository(sampleFiles);
    // Less than a thread needs to start.
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

    const { status, json } = await service.request("GET", path);

    expect(status).toBe(400);
    expect(json.errors[0].code).toBe("too-costly");
    expect(json.errors[0].detail).toContain("takes too long");
    expect((await service.request("GET", "/api/")).status).toBe(200);
  },
);
