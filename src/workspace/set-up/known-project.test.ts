import { expect, test } from "vitest";
import type { ServiceComponent } from "../../service-client/translation-service.ts";
import { knownProject } from "./known-project.ts";

function component(project: string, repository: string): ServiceComponent {
  return {
    path: { project, categories: ["apps"], component: "web" },
    url: "",
    webUrl: "",
    name: "Web",
    fileFormat: "json",
    template: "locales/en.json",
    newBase: "",
    filemask: "locales/*.json",
    repository,
    sourceLanguage: "en",
    isGlossary: false,
  };
}

const projects = new Map([
  ["acme", [component("acme", "git@git.example.org:acme/shop.git")]],
  ["other", [component("other", "https://git.example.org/other/shop")]],
  ["shop", []],
]);

const on = {
  account: undefined,
  setUp: { projects: () => Promise.resolve([...projects.keys()]) },
  service: { components: (slug: string) => Promise.resolve(projects.get(slug) ?? []) },
};

const at = (...urls: readonly string[]) => ({ remoteUrls: () => Promise.resolve(urls) });

test("the project with a component that reads this repository is the one, however the address is written", async () => {
  const known = await knownProject(at("https://git.example.org/acme/shop"), on, {
    named: undefined,
    repository: "shop",
  });

  expect(known.project).toBe("acme");
  expect(known.served).toMatchObject([{ names: ["apps", "web"], filemask: "locales/*.json" }]);
});

test("the repository's name counts where none reads it, and what somebody names counts more than all", async () => {
  const elsewhere = at("https://git.example.org/acme/new");

  expect((await knownProject(elsewhere, on, { named: undefined, repository: "shop" })).project).toBe("shop");
  expect((await knownProject(elsewhere, on, { named: "other", repository: "shop" })).served).toHaveLength(1);
});
