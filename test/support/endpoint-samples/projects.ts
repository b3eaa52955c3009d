import {
  asked,
  denies,
  hides,
  inSecret,
  invalid,
  noPage,
  NOTHING,
  unknown,
  wrongToken,
  type EndpointSample,
  type EndpointSamples,
  type Parameters,
  type SampleWorld,
} from "./sample.ts";

export const projectUrl = "http://service.test/api/projects/demo/";
const denied = denies();
const none = unknown({ project: "nothing" });
const ofCategory = ({ category }: SampleWorld) => ({ id: category });
const hiddenCategory = ({ hidden }: SampleWorld) => hides({ id: hidden.category });

async function project({ make, name }: SampleWorld): Promise<{ project: string }> {
  const slug = name();
  await make("POST", "/api/projects/", { json: { name: slug, slug, web: "https://example.org/" } });
  return { project: slug };
}

async function newCategory({ make, name }: SampleWorld): Promise<{ id: number }> {
  const slug = name();
  return { id: (await make("POST", "/api/categories/", { json: { name: slug, slug, project: projectUrl } })).id };
}

async function label({ make, name }: SampleWorld): Promise<{ label: number }> {
  return { label: (await make("POST", "/api/projects/demo/labels/", { json: { name: name(), color: "navy" } })).id };
}

/** Nobody is asked when it is set. */
const deepl = { service: "deepl", configuration: { key: "key" } };
const message = { message: "Strings are frozen on Friday.", severity: "warning", expiry: "2100-01-01" };

/** @param place its address @param hidden the same place where nobody may look */
function announcements(
  id: string,
  place: (world: SampleWorld) => string,
  at: (world: SampleWorld) => Parameters,
  hidden: (world: SampleWorld) => Parameters,
): EndpointSamples {
  const made = async (world: SampleWorld): Promise<Parameters> => {
    const { id: announcement_id } = await world.make("POST", `${place(world)}announcements/`, { json: message });
    return { ...at(world), announcement_id };
  };
  const list: EndpointSample = { at: made, refused: (world) => hides(hidden(world)), bad: noPage };
  return {
    [`${id}.announcements`]: list,
    [`${id}.announcements.create`]: {
      at,
      sends: { json: message },
      refused: denied,
      bad: invalid("expiry", { ...message, expiry: "Friday" }),
    },
    [`${id}.announcements.delete`]: { at: made, refused: denied, bad: unknown({ announcement_id: NOTHING }) },
  };
}

const wanted = { kind: "credits", start: "2020-01-01", end: "2100-01-01" };

function reportsOf(
  id: string,
  at: (world: SampleWorld) => Parameters,
  hidden: (world: SampleWorld) => Parameters,
): EndpointSamples {
  return {
    [id]: { at, refused: (world) => hides(hidden(world)), bad: noPage },
    [`${id}.create`]: {
      at,
      sends: { json: wanted },
      refused: denied,
      bad: invalid("kind", { ...wanted, kind: "weather" }, "invalid_choice"),
    },
  };
}

async function report({ make, test }: SampleWorld): Promise<{ id: number }> {
  const { task_url } = await make("POST", "/api/projects/demo/reports/", { json: wanted });
  await test.service.jobs.idle();
  return { id: (await make("GET", new URL(task_url).pathname)).result.report };
}

const rendered: EndpointSample = {
  at: report,
  refused: { as: "translator", status: 404, code: "not_found" },
  bad: unknown({ id: NOTHING }),
};

export const projectSamples: EndpointSamples = {
  "projects.list": { refused: wrongToken, bad: noPage },
  "projects.create": {
    sends: { json: { name: "New", slug: "new", web: "https://example.org/", source_language: "de" } },
    refused: denied,
    bad: invalid("web", { name: "Other", slug: "other", web: "nowhere" }),
  },
  "projects.get": { refused: hides(inSecret), bad: none },
  "projects.replace": {
    at: project,
    sends: { json: { name: "Replaced", slug: "replaced", web: "https://example.org/" } },
    refused: denied,
    bad: invalid("name", { slug: "replaced", web: "https://example.org/" }, "required"),
  },
  "projects.update": {
    at: project,
    sends: { json: { translation_review: true } },
    refused: denied,
    bad: invalid("slug", { slug: "no slug" }),
  },
  "projects.delete": { at: project, refused: denied, bad: none },
  "projects.changes": { refused: hides(inSecret), bad: asked("action=x", "action") },
  "projects.repository": { refused: hides(inSecret), bad: none },
  "projects.operate": {
    sends: { json: { operation: "commit" } },
    refused: denied,
    bad: invalid("operation", { operation: "explode" }, "invalid_choice"),
  },
  "projects.components": { refused: hides(inSecret), bad: noPage },
  "projects.components.create": {
    sends: {
      json: {
        name: "New",
        slug: "new",
        repo: "weblate://demo/app",
        file_format: "json-nested",
        filemask: "locales/*.json",
        template: "locales/en.json",
      },
    },
    refused: denied,
    bad: invalid(
      "name",
      { slug: "other", repo: "weblate://demo/app", file_format: "po", filemask: "*.po" },
      "required",
    ),
  },
  "projects.addons.create": {
    at: project,
    sends: { json: { name: "weblate.cleanup.generic" } },
    refused: denied,
    bad: invalid("name", { name: "bogus" }, "invalid"),
  },
  "projects.statistics": { refused: hides(inSecret), bad: none },
  "projects.languages": { refused: hides(inSecret), bad: none },
  "projects.file": { refused: hides(inSecret), bad: none },
  "projects.languages.file": { refused: hides(inSecret), bad: unknown({ language: "xx" }) },
  "projects.categories": { refused: hides(inSecret), bad: noPage },
  "projects.lock": { refused: hides(inSecret), bad: none },
  "projects.lock.set": {
    at: project,
    sends: { json: { lock: true } },
    refused: denied,
    bad: invalid("lock", { lock: "perhaps" }),
  },
  "projects.machinery": { refused: denied, bad: none },
  "projects.machinery.install": {
    at: project,
    sends: { json: deepl },
    refused: denied,
    bad: invalid("configuration", { service: "deepl", configuration: {} }),
  },
  "projects.machinery.update": {
    at: project,
    sends: { json: deepl },
    refused: denied,
    bad: invalid("configuration", { service: "nothing", configuration: { key: "k" } }),
  },
  "projects.machinery.replace": {
    at: project,
    sends: { json: { deepl: deepl.configuration } },
    refused: denied,
    bad: invalid("configuration", { nothing: {} }),
  },
  ...announcements(
    "projects",
    () => "/api/projects/demo/",
    () => ({}),
    () => inSecret,
  ),
  ...announcements(
    "projects.languages",
    () => "/api/projects/demo/languages/cs/",
    () => ({}),
    () => inSecret,
  ),
  "labels.list": { at: label, refused: hides(inSecret), bad: noPage },
  "labels.create": {
    sends: { json: { name: "Legal", color: "red", description: "Checked by lawyers" } },
    refused: denied,
    bad: invalid("color", { name: "Other", color: "ultraviolet" }, "invalid_choice"),
  },
  "labels.delete": { at: label, refused: denied, bad: unknown({ label: NOTHING }) },

  "categories.list": { refused: wrongToken, bad: noPage },
  "categories.create": {
    sends: { json: { name: "Desktop", slug: "desktop", project: projectUrl } },
    refused: denied,
    bad: invalid("project", { name: "Other", slug: "other", project: "nothing" }, "no_match"),
  },
  "categories.get": { at: ofCategory, refused: hiddenCategory, bad: unknown({ id: NOTHING }) },
  "categories.replace": {
    at: newCategory,
    sends: { json: { name: "Replaced", slug: "replaced", project: projectUrl } },
    refused: denied,
    bad: invalid("slug", { name: "Replaced", project: projectUrl }, "required"),
  },
  "categories.update": {
    at: newCategory,
    sends: { json: { name: "Changed" } },
    refused: denied,
    bad: invalid("slug", { slug: "no slug" }),
  },
  "categories.delete": { at: newCategory, refused: denied, bad: unknown({ id: NOTHING }) },
  "categories.statistics": { at: ofCategory, refused: hiddenCategory, bad: unknown({ id: NOTHING }) },
  ...announcements(
    "categories",
    (world) => `/api/categories/${String(world.category)}/`,
    ofCategory,
    ({ hidden }) => ({ id: hidden.category }),
  ),

  "reports.list": { at: report, refused: wrongToken, bad: noPage },
  "reports.create": {
    sends: { json: { ...wanted, project: "demo" } },
    refused: denied,
    bad: invalid("start", { ...wanted, start: "Friday" }),
  },
  "reports.get": rendered,
  "reports.json": rendered,
  "reports.html": rendered,
  "reports.rst": rendered,
  ...reportsOf(
    "reports.project",
    () => ({}),
    () => inSecret,
  ),
  ...reportsOf("reports.category", ofCategory, ({ hidden }) => ({ id: hidden.category })),
  ...reportsOf(
    "reports.component",
    () => ({}),
    () => inSecret,
  ),
  ...announcements(
    "components",
    () => "/api/components/demo/app/",
    () => ({}),
    () => inSecret,
  ),
  ...announcements(
    "translations",
    () => "/api/translations/demo/app/cs/",
    () => ({}),
    () => inSecret,
  ),
};
