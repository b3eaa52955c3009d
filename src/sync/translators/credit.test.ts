import { describe, expect, test } from "vitest";
import { aTranslation } from "../../../test/support/observations.ts";
import { NewTexts } from "../../catalog/difference.ts";
import { aUnit } from "../../formats/format.contract.ts";
import type { ServiceChange, TranslationService } from "../../service-client/translation-service.ts";
import type { DownloadStep } from "../plan.ts";
import { BegunLists, creditTranslators, type CreditRequest } from "./credit.ts";

const USERS = "https://service.test/api/users/";
const LANGUAGES = ["cs", "de", "fr", "pl"];

function addressOf(language: string): string {
  return `https://service.test/api/translations/acme/web/${language}/`;
}

let newest = 1_000_000;

function aChange(language: string, target: string, user = "jana"): ServiceChange {
  const author = `${USERS}${user}/`;
  newest -= 1;
  return {
    id: newest,
    translation: addressOf(language),
    action: 2,
    timestamp: "",
    author,
    user: author,
    target,
    old: "",
    component: null,
    details: {},
  };
}

/** A service with a list of changes, newest first, and what was asked of it. */
function serviceOf(list: readonly ServiceChange[]) {
  const asked: string[] = [];
  const port = {
    url: "https://service.test",
    async *projectChanges(project: string) {
      asked.push(project);
      yield* list;
    },
    async *changes({ url }: { readonly url: string }) {
      asked.push(url);
      yield* list.filter(({ translation }) => translation === url);
    },
    user: (url: string) => {
      const username = url.split("/").at(-2) ?? "";
      return Promise.resolve({ username, fullName: username });
    },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else is asked of it
  return { asked, service: port as unknown as TranslationService };
}

function requestsFor(
  languages: readonly string[],
  text = (language: string) => `Text in ${language}`,
): CreditRequest[] {
  return languages.map((language) => ({
    project: "acme",
    path: `locales/${language}.json`,
    translation: aTranslation({ language, url: addressOf(language) }),
    differences: [{ kind: "added", key: "title", before: undefined, after: [text(language)], line: 1 }],
    hasMoved: false,
  }));
}

test("who translated many files is told by one list of the project, each text by the newest change of its own file", async () => {
  const { asked, service } = serviceOf([
    ...LANGUAGES.map((language) => aChange(language, `Text in ${language}`)),
    aChange("cs", "Text in cs", "older"),
    aChange("de", "Text in fr", "nobody-here"),
  ]);

  const translators = await creditTranslators(service, requestsFor(LANGUAGES), "noreply");

  expect(asked).toEqual(["acme"]);
  expect(translators.map(({ username, strings }) => [username, strings])).toEqual([["jana", 4]]);
  expect(translators[0]?.files).toEqual(
    Object.fromEntries(LANGUAGES.map((language) => [`locales/${language}.json`, 1])),
  );
});

describe("a list that is asked for while the files are fetched", () => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else of a step is looked at
  const step = { component: "acme/web", from: undefined } as unknown as DownloadStep;
  const steps = Array.from({ length: 8 }, () => step);
  const written = LANGUAGES.map((language) => aChange(language, `Text in ${language}`));

  test("tells who wrote what was announced before", async () => {
    const { asked, service } = serviceOf(written);
    const lists = new BegunLists(service);
    lists.begin(steps);

    const [translator] = await creditTranslators(service, requestsFor(LANGUAGES), "noreply", new Map(), lists);

    expect(translator?.strings).toBe(4);
    expect(asked).toEqual(["acme"]);
  });

  test("is asked for again where a file arrives that was written after it", async () => {
    const list: ServiceChange[] = written.slice(1);
    const { asked, service } = serviceOf(list);
    const lists = new BegunLists(service);
    lists.begin(steps);
    const requests = requestsFor(LANGUAGES).map((request, at) => ({ ...request, hasMoved: at === 0 }));
    list.unshift(aChange("cs", "Text in cs", "ana"));

    const translators = await creditTranslators(service, requests, "noreply", new Map(), lists);

    expect(translators.map(({ username, strings }) => [username, strings])).toEqual([
      ["jana", 3],
      ["ana", 1],
    ]);
    expect(asked).toEqual(["acme", "acme"]);
  });
});

test("a new file is read for its texts where somebody wrote in it, and there alone", async () => {
  const { service } = serviceOf([aChange("cs", "Ahoj", "petr"), aChange("cs", "Ahoj"), aChange("cs", "Ahoj")]);
  const read: string[] = [];
  const requests = requestsFor(LANGUAGES).map((request, at) => {
    const language = LANGUAGES[at] ?? "";
    const units = ["hello", "greeting"].map((key) => aUnit({ key, target: ["Ahoj"] }));
    const file = { format: "json", units };
    const differences = new NewTexts(file, () => {
      read.push(language);
      return file;
    });
    return { ...request, differences };
  });

  const translators = await creditTranslators(service, requests, "noreply");

  expect(translators.map(({ username, strings }) => [username, strings])).toEqual([
    ["jana", 1],
    ["petr", 1],
  ]);
  expect(read).toEqual(["cs"]);
});

test("of one file or two, each is asked for itself", async () => {
  const { asked, service } = serviceOf([aChange("cs", "Text in cs")]);

  const translators = await creditTranslators(service, requestsFor(["cs"]), "noreply");

  expect(asked).toEqual([addressOf("cs")]);
  expect(translators.map(({ username }) => username)).toEqual(["jana"]);
});

test("a list that is too long to read is left, and the few files that are open then are asked for themselves", async () => {
  const others = Array.from({ length: 6_000 }, (_, index) => aChange("xx", String(index)));
  const found = LANGUAGES.slice(1).map((language) => aChange(language, `Text in ${language}`));
  const { asked, service } = serviceOf([...found, ...others, aChange("cs", "Text in cs", "petr")]);

  const translators = await creditTranslators(service, requestsFor(LANGUAGES), "noreply");

  expect(asked).toEqual(["acme", addressOf("cs")]);
  expect(translators.map(({ username }) => username)).toEqual(["jana", "petr"]);
});

test("whoever uploaded a text did not write it, and texts that nobody wrote there are nobody's", async () => {
  const { service } = serviceOf([aChange("cs", "Text in cs", "bot-acme-ci"), aChange("de", "Another text")]);

  expect(await creditTranslators(service, requestsFor(LANGUAGES), "noreply")).toEqual([]);
});
