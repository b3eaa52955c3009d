import { timestamp } from "../../../src/service/service.ts";
import {
  asked,
  denies,
  guestsNot,
  hides,
  inSecret,
  invalid,
  noFormat,
  noPage,
  NOTHING,
  unknown,
  wrongToken,
  type EndpointSamples,
  type SampleWorld,
} from "./sample.ts";

const plural = { number: 2, formula: "n != 1" };
const newLanguage = { code: "xs-sample", name: "Sample", direction: "ltr", plural };

async function language({ make, name }: SampleWorld): Promise<{ language: string }> {
  const code = name();
  await make("POST", "/api/languages/", { json: { ...newLanguage, code } });
  return { language: code };
}

async function componentList({ make, name }: SampleWorld): Promise<{ slug: string }> {
  const slug = name();
  await make("POST", "/api/component-lists/", { json: { name: slug, slug } });
  return { slug };
}

async function filledList(world: SampleWorld): Promise<{ slug: string; component_slug: string }> {
  const { slug } = await componentList(world);
  await world.make("POST", `/api/component-lists/${slug}/components/`, { json: { component_id: "1" } });
  return { slug, component_slug: "app" };
}

async function memoryEntry({ make }: SampleWorld): Promise<{ memory_object_id: number }> {
  const { results } = await make("GET", "/api/memory/", { query: "target_language=de&source=hello" });
  return { memory_object_id: results[0].id };
}

/** A task of a project that nobody else sees. */
async function task({ make }: SampleWorld): Promise<{ uuid: string }> {
  const report = { kind: "credits", start: "2020-01-01", end: "2100-01-01" };
  const { task_url } = await make("POST", "/api/projects/secret/reports/", { json: report });
  return { uuid: /tasks\/([^/]+)\//.exec(task_url)?.[1] ?? "" };
}

/** One that no queue knows of, so that it still waits when it is stopped. */
async function waitingTask({ test }: SampleWorld): Promise<{ uuid: string }> {
  const uuid = crypto.randomUUID();
  const nothingYet = { component_id: null, project_id: null, completed: 0, progress: 0, result: "{}", log: "" };
  await test.service.database
    .insertInto("task")
    .values({
      ...nothingYet,
      id: uuid,
      user_id: 1,
      created: timestamp(test.service),
      cancellable: 1,
      finished: null,
    })
    .execute();
  return { uuid };
}

const push = ({ test }: SampleWorld) => ({
  ref: "refs/heads/main",
  repository: { name: "app", owner: { login: "acme" }, clone_url: test.upstream.remoteUrl },
});
const lookUp = { query: "source_language=en&target_language=de", json: { strings: ["Hello"] } };

export const siteSamples: EndpointSamples = {
  root: { refused: wrongToken, bad: noFormat },
  "languages.list": { refused: wrongToken, bad: noPage },
  "languages.create": {
    sends: { json: newLanguage },
    refused: denies(),
    bad: invalid("code", { ...newLanguage, code: "x y" }),
  },
  "languages.get": { refused: wrongToken, bad: unknown({ language: "xx" }) },
  "languages.replace": {
    at: language,
    sends: (_world, at) => ({ json: { ...newLanguage, code: at.language, name: "Replaced" } }),
    refused: denies(),
    bad: invalid("code", { ...newLanguage, code: "another" }),
  },
  "languages.update": {
    at: language,
    sends: { json: { name: "Changed" } },
    refused: denies(),
    bad: invalid("direction", { direction: "up" }, "invalid_choice"),
  },
  "languages.delete": { at: language, refused: denies(), bad: unknown({ language: "xx" }) },
  "languages.statistics": { refused: wrongToken, bad: unknown({ language: "xx" }) },

  "component-lists.list": { refused: wrongToken, bad: noPage },
  "component-lists.create": {
    sends: { json: { name: "New", slug: "new", show_dashboard: true } },
    refused: denies(),
    bad: invalid("slug", { name: "Core again", slug: "core" }, "unique"),
  },
  "component-lists.get": { refused: wrongToken, bad: unknown({ slug: "nothing" }) },
  "component-lists.replace": {
    at: componentList,
    sends: { json: { name: "Replaced", slug: "replaced", show_dashboard: false } },
    refused: denies(),
    bad: invalid("name", { slug: "replaced" }, "required"),
  },
  "component-lists.update": {
    at: componentList,
    sends: { json: { show_dashboard: false } },
    refused: denies(),
    bad: invalid("show_dashboard", { show_dashboard: "perhaps" }),
  },
  "component-lists.delete": { at: componentList, refused: denies(), bad: unknown({ slug: "nothing" }) },
  "component-lists.components": { refused: wrongToken, bad: noPage },
  "component-lists.components.add": {
    at: componentList,
    sends: { json: { component_id: "1" } },
    refused: denies(),
    bad: invalid("component_id", { component_id: "nothing" }),
  },
  "component-lists.components.remove": {
    at: filledList,
    refused: denies(),
    bad: unknown({ component_slug: "nothing" }),
  },

  "memory.list": { refused: denies(), bad: noPage },
  "memory.lookup": {
    sends: lookUp,
    refused: guestsNot,
    bad: { sends: { ...lookUp, json: { strings: "Hello" } }, status: 400, attr: "strings", code: "not_a_list" },
  },
  "memory.get": { at: memoryEntry, refused: denies(), bad: unknown({ memory_object_id: NOTHING }) },
  "memory.delete": { at: memoryEntry, refused: denies(), bad: unknown({ memory_object_id: NOTHING }) },

  "tasks.get": {
    at: task,
    refused: { as: "translator", status: 404, code: "not_found" },
    bad: unknown({ uuid: "nothing" }),
  },
  "tasks.cancel": {
    at: waitingTask,
    refused: { as: "translator", status: 404, code: "not_found" },
    bad: unknown({ uuid: "nothing" }),
  },
  "metrics.get": { refused: guestsNot, bad: noFormat },
  search: { sends: { query: "q=app" }, refused: wrongToken, bad: noFormat },

  "hooks.update.component": { refused: hides(inSecret), bad: unknown({ component: "nothing" }) },
  "hooks.update.project": { refused: hides(inSecret), bad: unknown({ project: "nothing" }) },
  "hooks.notify": {
    at: () => ({ provider: "github" }),
    as: "guest",
    sends: (world) => ({ json: push(world), headers: { "x-github-event": "push" } }),
    // Everybody may tell of a push; what they are not told is whether a private repository is known here.
    refused: { sends: { json: { ref: "refs/heads/main" } }, status: 400 },
    bad: { at: { provider: "nothing" }, status: 404, code: "not_found" },
  },

  "exports.statistics": { refused: hides(inSecret), bad: unknown({ component: "nothing" }) },
  "exports.rss": { refused: wrongToken, bad: "takes none" },
  "exports.rss.language": { refused: wrongToken, bad: unknown({ language: "xx" }) },
  "exports.rss.project": { refused: hides(inSecret), bad: unknown({ project: "nothing" }) },
  "exports.rss.component": { refused: hides(inSecret), bad: unknown({ component: "nothing" }) },
  "exports.rss.translation": { refused: hides(inSecret), bad: unknown({ language: "xx" }) },
  schema: { refused: wrongToken, bad: asked("format=bogus", "format", "invalid_choice") },
  docs: { refused: wrongToken, bad: "takes none" },
};
