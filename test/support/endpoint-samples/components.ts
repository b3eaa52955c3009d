import { Buffer } from "node:buffer";
import {
  asked,
  denies,
  hides,
  inSecret,
  invalid,
  noPage,
  NOTHING,
  png,
  unknown,
  wrongToken,
  type EndpointSample,
  type EndpointSamples,
  type Refused,
  type SampleWorld,
} from "./sample.ts";

const denied = denies();
const none = unknown({ component: "nothing" });
const noTranslation = unknown({ language: "xx" });
const hidden = hides(inSecret);
const noId = unknown({ id: NOTHING });
const hiddenUnit = ({ hidden: { unit } }: SampleWorld) => hides({ id: unit });

/** A component with its own clone and strings: a zip archive has no upstream that could be in the way. */
async function component({ make, name }: SampleWorld): Promise<{ component: string }> {
  const slug = name();
  await make("POST", "/api/projects/demo/components/", {
    json: {
      name: slug,
      slug,
      repo: "weblate://demo/app",
      file_format: "json-nested",
      filemask: "locales/*.json",
      template: "locales/en.json",
    },
  });
  return { component: slug };
}

let languages = ["af", "eu", "gl", "ga", "cy"];
async function translation({ make }: SampleWorld): Promise<{ component: string; language: string }> {
  const [language = "", ...others] = languages;
  languages = others;
  await make("POST", "/api/components/demo/server/translations/", { json: { language_code: language } });
  return { component: "server", language };
}

const ofUnit = ({ unit }: SampleWorld) => ({ id: unit });
const ofSource = ({ sourceUnit }: SampleWorld) => ({ id: sourceUnit });

/** A string that nobody else asks for. */
async function newUnit({ make, name }: SampleWorld): Promise<{ id: number }> {
  const json = { key: name(), value: ["Text"], state: 20 };
  return { id: (await make("POST", "/api/translations/demo/app/en/units/", { json })).id };
}

async function suggestion(world: SampleWorld): Promise<{ id: number }> {
  const path = `/api/units/${String(world.unit)}/suggestions/`;
  return { id: (await world.make("POST", path, { json: { target: [world.name()] } })).id };
}

const place = { project_slug: "demo", component_slug: "app", language_code: "en" };

async function screenshot({ make, name }: SampleWorld): Promise<{ id: number }> {
  return { id: (await make("POST", "/api/screenshots/", { multipart: { ...place, name: name(), image: png } })).id };
}

async function assigned(world: SampleWorld): Promise<{ id: number; screenshot: number }> {
  const { id } = await screenshot(world);
  await world.make("POST", `/api/screenshots/${String(id)}/units/`, { form: { unit_id: String(world.sourceUnit) } });
  return { id, screenshot: id };
}

const cleanup = { json: { name: "weblate.cleanup.generic" } };

async function addon(world: SampleWorld): Promise<{ id: number }> {
  const { component: slug } = await component(world);
  return { id: (await world.make("POST", `/api/components/demo/${slug}/addons/`, cleanup)).id };
}

/** Who may not configure the component does not know what it has. */
const noAddon: Refused = { as: "translator", status: 404, code: "not_found" };

const image = { multipart: { image: png } };
const noImage = { sends: { multipart: { image: Buffer.from("text") } }, status: 400, attr: "image" } as const;
const upload: EndpointSample = {
  as: "translator",
  sends: { multipart: { file: Buffer.from('{"title": "Nazdar"}'), method: "translate" } },
  refused: denies("member"),
  bad: {
    sends: { multipart: { file: Buffer.from("{}"), method: "bogus" } },
    status: 400,
    attr: "method",
    code: "invalid_choice",
  },
};
const operation: EndpointSample = {
  as: "bot",
  sends: { json: { operation: "commit" } },
  refused: denied,
  bad: invalid("operation", { operation: "explode" }, "invalid_choice"),
};

export const componentSamples: EndpointSamples = {
  "components.list": { refused: wrongToken, bad: noPage },
  "components.get": { refused: hidden, bad: none },
  "components.update": {
    at: component,
    sends: { json: { priority: 80 } },
    refused: denied,
    bad: invalid("file_format", { file_format: "bogus" }, "invalid_choice"),
  },
  "components.put": {
    at: component,
    sends: {
      json: {
        name: "Replaced component",
        slug: "replaced-component",
        repo: "weblate://demo/app",
        file_format: "json-nested",
        filemask: "locales/*.json",
        template: "locales/en.json",
      },
    },
    refused: denied,
    bad: invalid("name", { slug: "replaced" }, "required"),
  },
  "components.delete": { at: component, refused: denied, bad: none },
  "components.changes": { refused: hidden, bad: asked("timestamp_after=yesterday", "timestamp_after") },
  "components.lock": { refused: hidden, bad: none },
  "components.lock.set": {
    at: component,
    sends: { json: { lock: true } },
    refused: denied,
    bad: invalid("lock", {}, "required"),
  },
  "components.repository": { refused: hidden, bad: none },
  "components.operate": operation,
  "components.monolingual_base": { refused: hidden, bad: unknown({ component: "server" }) },
  "components.new_template": { at: () => ({ component: "server" }), refused: hidden, bad: none },
  "components.file": { refused: hidden, bad: none },
  "components.links": { refused: hidden, bad: noPage },
  "components.links.create": {
    at: component,
    sends: { form: { project_slug: "secret" } },
    refused: denied,
    bad: invalid("project_slug", { project_slug: "nothing" }),
  },
  "components.links.delete": {
    at: async (world) => {
      const { component: slug } = await component(world);
      await world.make("POST", `/api/components/demo/${slug}/links/`, { form: { project_slug: "secret" } });
      return { component: slug, project_slug: "secret" };
    },
    refused: denied,
    bad: unknown({ project_slug: "nothing" }),
  },
  "components.translations": { refused: hidden, bad: noPage },
  "components.translations.create": {
    at: () => ({ component: "server" }),
    sends: { json: { language_code: "fr" } },
    refused: denied,
    bad: invalid("language_code", { language_code: "xx-bogus" }),
  },
  "components.statistics": { refused: hidden, bad: noPage },

  "translations.list": { refused: wrongToken, bad: noPage },
  "translations.get": { refused: hidden, bad: noTranslation },
  "translations.delete": { at: translation, refused: denied, bad: noTranslation },
  "translations.changes": { refused: hidden, bad: asked("action=x", "action") },
  "translations.units": { refused: hidden, bad: asked("q=foo:bar", "q") },
  "translations.units.create": {
    at: () => ({ language: "en" }),
    sends: { json: { key: "brand.new", value: ["Brand new"], state: 20 } },
    refused: denied,
    bad: invalid("key", { value: ["No key"] }, "required"),
  },
  "translations.file": { refused: hidden, bad: asked("format=bogus", "format") },
  "translations.upload": upload,
  "translations.upload.put": upload,
  "translations.repository": { refused: hidden, bad: noTranslation },
  "translations.operate": operation,
  "translations.statistics": { refused: hidden, bad: noTranslation },
  "translations.autotranslate": {
    sends: { json: { mode: "suggest", auto_source: "others", q: "state:<translated" } },
    refused: denied,
    bad: invalid("mode", { mode: "bogus", auto_source: "others" }, "invalid_choice"),
  },

  "units.list": { refused: wrongToken, bad: asked("q=foo:bar", "q") },
  "units.get": { at: ofUnit, refused: hiddenUnit, bad: noId },
  "units.edit": {
    at: ofUnit,
    as: "translator",
    sends: { json: { target: ["Ahoj!"], state: 20 } },
    refused: denies("member"),
    bad: invalid("state", { target: ["Ahoj!"], state: 17 }, "invalid_choice"),
  },
  "units.edit.put": {
    at: ofUnit,
    as: "translator",
    sends: { json: { target: ["Ahoj?"], state: 10 } },
    refused: denies("member"),
    bad: invalid("target", { state: 20 }, "required"),
  },
  "units.delete": { at: newUnit, refused: denied, bad: noId },
  "units.source": {
    at: ofSource,
    sends: async ({ make, sourceUnit }) => {
      const { content_hash } = await make("GET", `/api/units/${String(sourceUnit)}/`);
      return { json: { content_hash, source: ["Hello!"] } };
    },
    refused: denied,
    bad: invalid("content_hash", { source: ["Hello!"] }, "required"),
  },
  "units.translations": { at: ofSource, refused: hiddenUnit, bad: noId },
  "units.comments": { at: ofUnit, refused: hiddenUnit, bad: noPage },
  "units.comments.create": {
    at: ofUnit,
    as: "translator",
    sends: { json: { scope: "translation", comment: "Formal or not?" } },
    refused: { as: "guest", status: 401 },
    bad: invalid("scope", { scope: "bogus", comment: "?" }, "invalid_choice"),
  },
  "units.suggestions": { at: ofUnit, refused: hiddenUnit, bad: noPage },
  "units.suggestions.create": {
    at: ofUnit,
    as: "translator",
    sends: { json: { target: ["Nazdar"] } },
    status: 201,
    refused: { as: "guest", status: 401 },
    bad: invalid("target", {}, "required"),
  },
  "units.screenshots": { at: ofSource, refused: hiddenUnit, bad: noPage },
  "units.screenshots.add": {
    at: ofSource,
    sends: async (world) => ({ json: { screenshot_id: (await screenshot(world)).id } }),
    refused: denied,
    bad: invalid("screenshot_id", {}, "required"),
  },
  "units.screenshots.remove": {
    at: async (world) => ({ ...(await assigned(world)), id: world.sourceUnit }),
    refused: denied,
    bad: unknown({ screenshot: NOTHING }),
  },

  "suggestions.list": { at: suggestion, refused: wrongToken, bad: noPage },
  "suggestions.get": { at: suggestion, refused: wrongToken, bad: noId },
  "suggestions.delete": { at: suggestion, refused: denies("member"), bad: noId },
  "suggestions.accept": {
    at: suggestion,
    refused: denies("member"),
    bad: invalid("approve", { approve: "perhaps" }),
  },
  "suggestions.vote": {
    at: async (world) => {
      await world.make("PATCH", "/api/components/demo/app/", { json: { suggestion_voting: true } });
      return suggestion(world);
    },
    as: "translator",
    sends: { json: { value: 1 } },
    refused: { as: "guest", status: 401 },
    bad: invalid("value", { value: 7 }),
  },

  "components.addons.create": {
    at: component,
    sends: cleanup,
    refused: denied,
    bad: invalid("name", { name: "bogus" }, "invalid"),
  },
  "addons.list": { at: addon, refused: wrongToken, bad: noPage },
  "addons.get": { at: addon, refused: noAddon, bad: noId },
  "addons.update": {
    at: addon,
    sends: { json: { configuration: {} } },
    refused: noAddon,
    bad: invalid("configuration", { configuration: "x" }),
  },
  "addons.replace": {
    at: addon,
    sends: { json: { configuration: {} } },
    refused: noAddon,
    bad: invalid("configuration", { configuration: [] }),
  },
  "addons.delete": { at: addon, refused: noAddon, bad: noId },
  "addons.trigger": { at: addon, refused: noAddon, bad: noId },

  "screenshots.list": { at: screenshot, refused: wrongToken, bad: noPage },
  "screenshots.component": { at: screenshot, refused: hidden, bad: noPage },
  "screenshots.create": {
    sends: { multipart: { ...place, name: "Start page", image: png } },
    refused: denied,
    bad: { sends: { multipart: { ...place, name: "Text", image: Buffer.from("text") } }, status: 400, attr: "image" },
  },
  "screenshots.get": { at: assigned, refused: wrongToken, bad: noId },
  "screenshots.edit": {
    at: screenshot,
    sends: { json: { name: "Changed" } },
    refused: denied,
    bad: invalid("name", { name: "" }, "blank"),
  },
  "screenshots.edit.put": {
    at: screenshot,
    sends: { json: { name: "Replaced" } },
    refused: denied,
    bad: invalid("name", {}, "required"),
  },
  "screenshots.delete": { at: screenshot, refused: denied, bad: noId },
  "screenshots.file": { at: screenshot, refused: wrongToken, bad: noId },
  "screenshots.upload": { at: screenshot, sends: image, refused: denied, bad: noImage },
  "screenshots.upload.put": { at: screenshot, sends: image, refused: denied, bad: noImage },
  "screenshots.units.add": {
    at: screenshot,
    sends: ({ sourceUnit }) => ({ form: { unit_id: String(sourceUnit) } }),
    refused: denied,
    bad: { sends: { form: { unit_id: "nothing" } }, status: 400, attr: "unit_id", code: "invalid" },
  },
  "screenshots.units.remove": {
    at: async (world) => ({ ...(await assigned(world)), unit: world.sourceUnit }),
    refused: denied,
    bad: unknown({ unit: NOTHING }),
  },

  "changes.list": { refused: wrongToken, bad: asked("timestamp_before=soon", "timestamp_before") },
  "changes.get": { at: () => ({ id: 1 }), refused: (world) => hides({ id: world.hidden.change }), bad: noId },
};
