import { expect, test } from "vitest";
import type { ServiceComponent } from "../../service-client/translation-service.ts";
import { knownProject } from "./known-project.ts";

function component(project: string, repository: string, more: Partial<ServiceComponent> = {}): ServiceComponent {
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
    ...more,
  };
}

const ADMIN = "https://git.example.org/acme/admin";
const OWNER = "https://translate.example.org/api/components/acme/owner/";
const { repository: _, ...WITHOUT_ADDRESS } = component("acme", "");
const LINKED: ServiceComponent = { ...WITHOUT_ADDRESS, linkedTo: OWNER };

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

test.each<[what: string, there: readonly ServiceComponent[], ours: readonly string[], isElsewhere: boolean]>([
  ["reads another repository", [component("acme", "https://git.example.org/acme/web")], [ADMIN], true],
  ["reads this one by another address", [component("acme", "git@git.example.org:acme/admin.git")], [ADMIN], false],
  ["was filled with files", [component("acme", "local:")], [ADMIN], false],
  ["reads one, where nobody knows our address", [component("acme", "https://git.example.org/acme/web")], [], false],
  [
    "shares the clone of one that reads another repository",
    [LINKED, component("acme", "https://git.example.org/acme/web", { url: OWNER })],
    [ADMIN],
    true,
  ],
  [
    "shares the clone of one that reads this repository",
    [LINKED, component("acme", "https://git.example.org/acme/admin", { url: OWNER })],
    [ADMIN],
    false,
  ],
  ["shares a clone of another project", [LINKED], [ADMIN], false],
  ["hides its address", [WITHOUT_ADDRESS], [ADMIN], false],
])("a component that %s is known to be elsewhere, or not", async (_what, there, ours, isElsewhere) => {
  const service = { components: () => Promise.resolve(there) };

  const { served } = await knownProject(at(...ours), { ...on, service }, { named: "acme", repository: "shop" });

  expect(served[0]?.isElsewhere).toBe(isElsewhere);
});

test("an address that somebody names is ours as well", async () => {
  const service = { components: () => Promise.resolve([component("acme", "https://git.example.org/acme/web")]) };
  const addresses = ["https://git.example.org/acme/web"];

  const { served } = await knownProject(
    at(ADMIN),
    { ...on, service },
    { named: "acme", repository: "shop", addresses },
  );

  expect(served[0]?.isElsewhere).toBe(false);
});
