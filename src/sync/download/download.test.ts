import { zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import {
  aBinding,
  aComponent,
  anObservation,
  aTranslation,
  aTranslationObservation,
} from "../../../test/support/observations.ts";
import { json, startScriptedService, text, type Reply } from "../../../test/support/scripted-service.ts";
import { instantClock } from "../../../test/support/test-clock.ts";
import { silentLogger } from "../../core/logger.ts";
import { blobId } from "../../git/blob-id.ts";
import { openRepository } from "../../git/git-repository.ts";
import { HttpTranslationService } from "../../service-client/index.ts";
import type { TranslationService } from "../../service-client/translation-service.ts";
import { download, isWorthAnArchive } from "./download.ts";
import type { DownloadStep } from "../plan.ts";

test.each([
  [0, 0, false],
  [3, 3, false],
  [4, 4, true],
  [4, 8, true],
  [4, 9, false],
  [40, 41, true],
  [40, 200, false],
])("of %i files that are wanted of %i, all are asked for at once: %o", (wanted, all, expected) => {
  expect(isWorthAnArchive(wanted, all)).toBe(expected);
});

const languages = Array.from({ length: 9 }, (_, index) => `l${String(index)}`);
const contentOf = (language: string): Buffer => Buffer.from(`{"a":"${language}"}\n`);
const ARCHIVE = "/api/components/acme/website/file/";
const fileOf = (language: string): string => `/api/translations/acme/website/${language}/file/`;

function zip(files: Readonly<Record<string, Uint8Array>>): Reply {
  const members = Object.entries(files).map(([language, content]) => [
    `acme/website/locales/${language}.json`,
    content,
  ]);
  return text(200, Buffer.from(zipSync(Object.fromEntries(members))), { "content-type": "application/zip" });
}

/** Downloads all nine languages from a service that answers so to the request for all of them. */
async function downloadNine(archive: Reply) {
  await using server = await startScriptedService(({ target }) => {
    const language = languages.find((candidate) => target === fileOf(candidate));
    if (language !== undefined) return text(200, contentOf(language));
    return target === ARCHIVE ? archive : json({ results: [] });
  });
  const translations = languages.map((language) => {
    const revision = blobId(contentOf(language));
    return aTranslation({ language, revision, fileUrl: server.url + fileOf(language) });
  });
  const steps = translations.map(({ language, revision }): DownloadStep => ({
    kind: "download",
    component: "acme/website",
    reason: "",
    language,
    path: `locales/${language}.json`,
    from: undefined,
    to: revision,
    base: { kind: "history", blobs: [] },
  }));
  const component = aComponent({
    translations: translations.map((translation) => aTranslationObservation({ translation })),
  });
  const clock = instantClock();
  const service = new HttpTranslationService({ url: server.url, token: "svp_t", version: "0", clock, environment: {} });
  try {
    const dependencies = { service, git: await openRepository("."), logger: silentLogger, clock };
    const { arrived, outcomes } = await download(dependencies, steps, anObservation({ components: [component] }));
    return {
      texts: arrived.map(({ content }) => Buffer.from(content).toString()),
      outcomes: new Set(outcomes.map(({ outcome }) => outcome)),
      requests: server.requests.map(({ target }) => target).toSorted(),
    };
  } finally {
    await service.close();
  }
}

const whole = Object.fromEntries(languages.map((language) => [language, contentOf(language)]));

describe("many files of one component", () => {
  test.each<[string, Reply, readonly string[]]>([
    ["come in one request", zip(whole), []],
    [
      "that the archive lacks come by themselves",
      zip(Object.fromEntries(languages.slice(2).map((language) => [language, contentOf(language)]))),
      ["l0", "l1"],
    ],
    [
      "that are not what was announced come by themselves",
      zip({ ...whole, l3: Buffer.from('{"a":"saved meanwhile"}\n') }),
      ["l3"],
    ],
    ["come by themselves where the service has no archives", text(404, "Not Found"), languages],
    ["come by themselves where the token may not have an archive", json({ detail: "No." }, 403), languages],
    ["come by themselves where the archive is none", text(200, "<html></html>"), languages],
  ])("%s", async (_, archive, single) => {
    const { texts, outcomes, requests } = await downloadNine(archive);

    expect(texts).toEqual(languages.map((language) => contentOf(language).toString()));
    expect(outcomes).toEqual(new Set(["done"]));
    expect(requests).toEqual([ARCHIVE, ...single.map(fileOf)]);
  });
});

describe("many files of many components", () => {
  const contentIn = (part: string, language: string): Buffer => Buffer.from(`{"a":"${language} of ${part}"}\n`);

  /** Downloads all languages of components whose files have the same paths, each in a clone of its own. */
  async function downloadParts({
    parts = ["one", "two", "three"],
    others = 0,
    lacks = "",
    languagesEach = languages.length,
    unwantedEach = 0,
    projectOf = (_part: string): string => "acme",
  } = {}) {
    const asked: string[] = [];
    const wanted = languages.slice(0, languagesEach);
    const components = parts.map((part) =>
      aComponent({
        name: `${projectOf(part)}/${part}`,
        binding: aBinding({ component: { project: projectOf(part), categories: [], component: part } }),
        served: wanted.length + unwantedEach,
        translations: wanted.map((language) => {
          const filename = `locales/${language}.json`;
          const translation = aTranslation({ language, filename, revision: blobId(contentIn(part, language)) });
          return aTranslationObservation({ path: `${part}/${language}.json`, translation });
        }),
      }),
    );
    const port = {
      components: () => Promise.resolve(Array.from({ length: parts.length + others })),
      downloadProject: (project: string) => {
        asked.push(project);
        const served = parts.filter((part) => part !== lacks);
        return Promise.resolve(served.flatMap((part) => languages.map((language) => contentIn(part, language))));
      },
      downloadAll: ({ component }: { readonly component: string }) => {
        asked.push(component);
        return Promise.resolve(
          new Map(languages.map((language) => [`locales/${language}.json`, contentIn(component, language)])),
        );
      },
      download: ({ revision, language }: { readonly revision: string; readonly language: string }) => {
        const part = parts.find((each) => blobId(contentIn(each, language)) === revision) ?? "";
        asked.push(`${part}/${language}`);
        return Promise.resolve(contentIn(part, language));
      },
    };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else is asked of it
    const service = port as unknown as TranslationService;
    const steps = components.flatMap(({ name, translations }) =>
      translations.map(({ path, translation: { language, revision: to } }): DownloadStep => ({
        kind: "download",
        component: name,
        reason: "",
        language,
        path,
        from: undefined,
        to,
        base: { kind: "history", blobs: [] },
      })),
    );
    const dependencies = { service, git: await openRepository("."), logger: silentLogger, clock: instantClock() };
    const { arrived } = await download(dependencies, steps, anObservation({ components }));
    return {
      asked: asked.toSorted(),
      isRight: arrived.every(({ step, content }) => step.to === blobId(content)),
      arrived,
    };
  }

  test.each([
    ["come in one archive of the project, also those of one path", {}, ["acme"]],
    ["come by component where the project has far more of these", { others: 4 }, ["one", "three", "two"]],
    [
      "that the archive lacks come by themselves",
      { lacks: "two" },
      ["acme", ...languages.map((each) => `two/${each}`)],
    ],
  ])("%s", async (_, options, expected) => {
    const { asked, arrived, isRight } = await downloadParts(options);

    expect(asked).toEqual(expected);
    expect(arrived).toHaveLength(27);
    expect(isRight).toBe(true);
  });

  test("come in one archive also where each component has a few", async () => {
    const { asked, arrived, isRight } = await downloadParts({ languagesEach: 3 });

    expect({ asked, files: arrived.length, isRight }).toEqual({ asked: ["acme"], files: 9, isRight: true });
  });

  test("come in one archive also where there are two components", async () => {
    const { asked, isRight } = await downloadParts({ parts: ["one", "two"], languagesEach: 2 });

    expect({ asked, isRight }).toEqual({ asked: ["acme"], isRight: true });
  });

  test("come by component where the project of two holds what belongs to a hundred others", async () => {
    const { asked } = await downloadParts({ parts: ["one", "two"], languagesEach: 4, others: 100 });

    expect(asked).toEqual(["one", "two"]);
  });

  test("come by component where each is the only one of its project", async () => {
    const { asked, arrived } = await downloadParts({ projectOf: (part) => `project-${part}` });

    expect({ asked, files: arrived.length }).toEqual({ asked: ["one", "three", "two"], files: 27 });
  });

  test("come by themselves where they are few of what the service has", async () => {
    const { asked } = await downloadParts({ languagesEach: 2, unwantedEach: 7 });

    expect(asked).toEqual(["one/l0", "one/l1", "three/l0", "three/l1", "two/l0", "two/l1"]);
  });

  test("come by themselves where they are few in all", async () => {
    const { asked } = await downloadParts({ languagesEach: 1 });

    expect(asked).toEqual(["one/l0", "three/l0", "two/l0"]);
  });
});
