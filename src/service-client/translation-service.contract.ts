import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRepository, type TestRepository } from "../../test/support/repository.ts";
import { sampleFiles } from "../../test/support/sample-files.ts";
import {
  callService,
  componentAddress,
  createComponent,
  createProject,
  type ServiceUnderTest,
} from "../../test/support/service-api.ts";
import { RemoteError } from "../core/errors.ts";
import { componentName, type ComponentPath } from "../mapping/binding.ts";
import { HttpTranslationService } from "./http-translation-service.ts";
import type { ServiceChange, ServiceTranslation } from "./translation-service.ts";

/** A service for the suite, and how to end it. */
export interface RunningService extends ServiceUnderTest {
  /** Address of a bare repository for a service that takes no files of this machine. */
  addressOf?(folder: string): Promise<string>;
  stop?(): Promise<void>;
}

/**
 * What every translation service must keep to for the engine: run against the embedded one and against a real one. Makes
 * a project of its own in it.
 */
export function describeTranslationService(name: string, start: () => Promise<RunningService>): void {
  describe(name, () => {
    const project = `contract-${Date.now().toString(36)}`;
    const web: ComponentPath = { project, categories: [], component: "web" };
    const server: ComponentPath = { project, categories: [], component: "server" };
    const ios: ComponentPath = { project, categories: ["mobile"], component: "ios" };
    let running: RunningService;
    let repository: TestRepository;
    let service: HttpTranslationService;

    beforeAll(async () => {
      running = await start();
      repository = await createRepository({
        ...sampleFiles,
        "ios/en.json": '{\n    "tab": "Home"\n}\n',
        "ios/cs.json": '{\n    "tab": "Domů"\n}\n',
      });
      const { remotePath, remoteUrl, branch } = repository;
      const repo = (await running.addressOf?.(remotePath)) ?? remoteUrl;
      const source = { repo, push: repo, branch, push_on_commit: false };
      await createProject(running, project);
      await createComponent(running, project, {
        ...source,
        name: "Web",
        slug: "web",
        file_format: "json-nested",
        filemask: "locales/*.json",
        template: "locales/en.json",
      });
      await createComponent(running, project, {
        ...source,
        name: "Server",
        slug: "server",
        file_format: "po",
        filemask: "po/*.po",
        new_base: "po/server.pot",
      });
      const { url: category } = await callService<{ url: string }>(running, "POST", "/api/categories/", {
        body: { name: "Mobile", slug: "mobile", project: `${running.url}/api/projects/${project}/` },
      });
      await createComponent(running, project, {
        ...source,
        name: "iOS",
        slug: "ios",
        category,
        file_format: "json-nested",
        filemask: "ios/*.json",
        template: "ios/en.json",
      });
      service = aClient();
      await Promise.all([web, server, ios].map((path) => service.settled(path)));
    });

    afterAll(async () => {
      await callService(running, "DELETE", `/api/projects/${project}/`).catch(() => undefined);
      await service.close();
      await repository[Symbol.asyncDispose]();
      await running.stop?.();
    });

    function aClient(token = running.adminToken): HttpTranslationService {
      return new HttpTranslationService({ url: running.url, token, version: "0.0.0", environment: {} });
    }

    async function translationOf(path: ComponentPath, language: string): Promise<ServiceTranslation> {
      const found = (await service.translations(path)).find((translation) => translation.language === language);
      if (found === undefined) throw new Error(`${componentName(path)} has no ${language}.`);
      return found;
    }

    test("lists the components of a project as it describes each of them", async () => {
      const listed = (await service.components(project)).filter(({ isGlossary }) => !isGlossary);

      expect(listed.map(({ path }) => componentName(path)).sort()).toEqual([ios, server, web].map(componentName));
      for (const component of listed) expect(component).toEqual(await service.component(component.path));
      expect(listed.find(({ name: title }) => title === "Web")).toMatchObject({
        fileFormat: "json-nested",
        template: "locales/en.json",
        filemask: "locales/*.json",
        branch: "main",
        sourceLanguage: "en",
        locked: false,
      });
    });

    test.each([
      ["monolingual", web, { en: "locales/en.json", cs: "locales/cs.json", de: "locales/de.json" }],
      ["bilingual", server, { en: "po/server.pot", cs: "po/cs.po", de: "po/de.po" }],
    ])("lists the languages of a %s component with their files, one of them the source", async (_, path, files) => {
      const translations = await service.translations(path);

      expect(Object.fromEntries(translations.map(({ language, filename }) => [language, filename]))).toEqual(files);
      expect(translations.filter(({ isSource }) => isSource).map(({ language }) => language)).toEqual(["en"]);
    });

    test("a component in a category is reached by its path and by the addresses in its answers", async () => {
      const stranger = aClient();

      const translations = await stranger.translations(ios);

      expect(new Set(translations.map(({ filename }) => filename))).toEqual(new Set(["ios/cs.json", "ios/en.json"]));
      for (const { url } of translations) expect(url).toContain("/mobile%252Fios/");
      expect(await stranger.component(ios)).toMatchObject({ path: ios, name: "iOS" });
      expect(await stranger.isLocked(ios)).toBe(false);
      expect((await stranger.componentRepository(ios)).needsCommit).toBe(false);
      expect(Buffer.from(await stranger.download(await translationOf(ios, "cs"))).toString()).toContain("Domů");
      await stranger.close();
    });

    test.each([
      ["monolingual", web, "en"],
      ["bilingual", server, undefined],
    ])("a %s revision is git's blob id of the file, with that of the template", async (_, path, template) => {
      const translations = await service.translations(path);
      const templateRevision = translations.find(({ language }) => language === template)?.revision;

      for (const translation of translations) {
        expect(translation.revision).toBe(blobId(await service.download(translation)));
        expect(translation.revision).toBe(await repository.git("rev-parse", `HEAD:${translation.filename}`));
        expect(translation.templateRevision).toBe(templateRevision);
      }
    });

    test.each([
      ["monolingual", web],
      ["bilingual", server],
      ["component of a category,", ios],
    ])("all files of a %s component come in one request, each as it comes by itself", async (_, path) => {
      const client = aClient();
      const translations = (await client.translations(path)).filter(({ isSource }) => !isSource);
      const before = client.traffic().requests;

      const files = await client.downloadAll(path, translations);

      expect(client.traffic().requests - before).toBe(1);
      expect(Object.fromEntries(Array.from(files, ([filename, content]) => [filename, blobId(content)]))).toEqual(
        Object.fromEntries(translations.map(({ filename, revision }) => [filename, revision])),
      );
      await client.close();
    });

    test("all files of a project come in one request, also those whose paths several components have", async () => {
      const client = aClient();
      const lists = await Promise.all([web, server, ios].map((path) => client.translations(path)));
      const translations = lists.flat().filter(({ isSource }) => !isSource);
      const before = client.traffic().requests;

      const contents = await client.downloadProject(project, translations);

      expect(client.traffic().requests - before).toBe(1);
      const ids = new Set(contents.map(blobId));
      expect(translations.filter(({ revision }) => !ids.has(revision))).toEqual([]);
      await client.close();
    });

    test("counts the strings of a translation", async () => {
      expect((await translationOf(web, "cs")).counters).toMatchObject({
        total: 4,
        translated: 2,
        translatedPercent: 50,
        fuzzy: 0,
      });
    });

    test("tells the state of a component's and of a project's repository", async () => {
      expect(await service.componentRepository(web)).toMatchObject({ needsCommit: false, needsMerge: false });
      expect(await service.projectRepository(project)).toMatchObject({ needsCommit: false, needsMerge: false });
    });

    test("an operation without anything to do is no failure", async () => {
      for (const outcome of [
        await service.operateProject(project, "commit"),
        await service.operateComponent(web, "commit"),
        await service.operateComponent(web, "pull"),
      ]) {
        expect(outcome).not.toMatchObject({ result: false, detail: expect.anything() });
      }
    });

    test("what is not there is an error with status 404", async () => {
      const errors = await Promise.all(
        [
          service.components("there-is-none"),
          service.component({ ...web, component: "there-is-none" }),
          service.translations({ ...web, categories: ["none"] }),
          service.componentRepository({ ...web, component: "there-is-none" }),
        ].map(failureOf),
      );

      for (const error of errors) expect(error).toMatchObject({ code: "IL-S10", status: 404 });
    });

    test("a token that it does not know is rejected", async () => {
      const stranger = aClient("svp_000000000000000000000000000000000000");

      expect(await failureOf(stranger.components(project))).toMatchObject({ code: "IL-S07", status: 401 });
    });

    test("an upload counts what it took, and a second one that nothing is new", async () => {
      const translation = await translationOf(web, "cs");
      const upload = {
        method: "translate",
        fileName: "cs.json",
        content: Buffer.from('{"button": {"cancel": "Zrušit"}}'),
      } as const;

      const first = await service.upload(translation, upload);
      const second = await service.upload(translation, upload);

      expect(first).toMatchObject({ accepted: 1, notFound: 0 });
      expect(second.accepted).toBe(0);
      const after = await translationOf(web, "cs");
      expect(after.revision).toBe(translation.revision);
      expect(await service.componentRepository(web)).toMatchObject({ needsCommit: true });

      await service.operateComponent(web, "commit");

      const committed = await translationOf(web, "cs");
      const file = await service.download(committed);
      expect(Buffer.from(file).toString()).toContain("Zrušit");
      expect(committed.revision).toBe(blobId(file));
      expect(committed.revision).not.toBe(translation.revision);
    });

    test("finds strings by state, and tells whether translations are reviewed", async () => {
      const translation = await translationOf(web, "cs");
      const found = (await service.units(translation, "state:>=needs-editing AND state:<approved")).map(
        ({ context }) => context,
      );
      const { results } = await callService<{ results: readonly { context: string; state: number }[] }>(
        running,
        "GET",
        `${new URL(translation.url).pathname}units/`,
      );

      expect(found.length).toBeGreaterThan(0);
      expect(found.sort()).toEqual(
        results
          .filter(({ state }) => state >= 10 && state < 30)
          .map(({ context }) => context)
          .sort(),
      );
      expect(await service.hasReviews(project)).toBe(false);
      await callService(running, "PATCH", `/api/projects/${project}/`, { body: { translation_review: true } });
      expect(await service.hasReviews(project)).toBe(true);
      await callService(running, "PATCH", `/api/projects/${project}/`, { body: { translation_review: false } });
    });

    test("uploads that it cannot use are refused with what to mend", async () => {
      const translation = await translationOf(web, "cs");

      const broken = { method: "translate", fileName: "cs.json", content: Buffer.from("{") } as const;
      expect(await failureOf(service.upload(translation, broken))).toMatchObject({ code: "IL-S13", status: 400 });
      const source = { method: "source", fileName: "cs.json", content: Buffer.from("{}") } as const;
      expect(await failureOf(service.upload(translation, source))).toMatchObject({ code: "IL-S12", status: 400 });
    });

    test("a locked component refuses uploads as locked", async () => {
      const lock = (locked: boolean): Promise<unknown> =>
        callService(running, "POST", `/api/components/${componentAddress(componentName(web))}/lock/`, {
          body: { lock: locked },
        });
      const upload = { method: "translate", fileName: "de.json", content: Buffer.from("{}") } as const;
      const translation = await translationOf(web, "de");
      await lock(true);
      try {
        expect(await service.isLocked(web)).toBe(true);
        expect(await failureOf(service.upload(translation, upload))).toMatchObject({ code: "IL-S09", status: 403 });
      } finally {
        await lock(false);
      }
      expect(await service.isLocked(web)).toBe(false);
    });

    test("a lock tells who set it and when, newest first, and is taken and given back once", async () => {
      await service.setLock(web, true);
      await service.setLock(web, true);
      expect(await service.isLocked(web)).toBe(true);
      await service.setLock(web, false);
      expect(await service.isLocked(web)).toBe(false);

      const changes: ServiceChange[] = [];
      // 14 locked, 15 unlocked (facts §1.1).
      for await (const change of service.componentChanges(web, [14, 15])) {
        changes.push(change);
        if (changes.length === 2) break;
      }

      expect(changes.map(({ action, details }) => [action, details["auto"]])).toEqual([
        [15, false],
        [14, false],
      ]);
      for (const { user } of changes) expect((await service.user(user ?? "")).username).not.toBe("");
    });

    test("a language is added once, however often it is asked for", async () => {
      const added = await service.addLanguage(web, "pt_BR");
      await service.settled(web);
      const again = await service.addLanguage(web, "pt_BR");

      expect(added).toMatchObject({ language: "pt_BR", filename: "locales/pt_BR.json", isSource: false });
      expect(again.url).toBe(added.url);
      expect(await failureOf(service.addLanguage(web, "no-such-language"))).toMatchObject({ code: "IL-S19" });
    });

    test("changes come newest first, only those asked for, with authors that can be named", async () => {
      const translation = await translationOf(web, "cs");
      const timestamps: string[] = [];
      const authors = new Set<string>();

      // 2 changed, 5 added, 9 uploaded (facts §1.1); 90 and 94 are of later versions, and unknown to 5.14.
      for await (const { action, timestamp, author } of service.changes(translation, [2, 5, 9, 90, 94])) {
        expect([2, 5, 9]).toContain(action);
        timestamps.push(timestamp);
        if (author !== null) authors.add(author);
      }

      expect(timestamps.length).toBeGreaterThan(0);
      expect(timestamps).toEqual([...timestamps].sort().reverse());
      expect(authors.size).toBe(1);
      for (const author of authors) expect((await service.user(author)).username).not.toBe("");
    });

    test("whatever moves a revision, or leaves a string pending, is the newest change of its project", async () => {
      const text = (cancel: string): Uint8Array => Buffer.from(JSON.stringify({ button: { cancel } }));
      const send = async (cancel: string, method: "translate" | "replace"): Promise<void> => {
        const translation = await translationOf(web, "de");
        const content = method === "translate" ? text(cancel) : await changed(await service.download(translation));
        const conflicts = method === "translate" ? ({ conflicts: "replace-translated" } as const) : {};
        await service.upload(translation, { method, fileName: "de.json", content, ...conflicts });
      };
      const changed = async (bytes: Uint8Array): Promise<Uint8Array> =>
        Buffer.from(
          Buffer.from(bytes)
            .toString("utf8")
            .replace(/"cancel": "[^"]*"/, '"cancel": "Fort"'),
        );
      const upstream = async (path: string, content: string | null): Promise<void> => {
        await repository.git("pull", "--quiet", "--rebase", "origin", "main");
        await repository.write({ [path]: content });
        await repository.publish(`Change ${path}`);
        await service.operateComponent(web, "pull");
      };
      const acts: readonly (readonly [string, () => Promise<unknown>])[] = [
        ["a string is saved", () => send("Weg", "translate")],
        ["strings are committed", () => service.operateComponent(web, "commit")],
        ["another one is saved", () => send("Zurück", "translate")],
        ["a download commits it", async () => service.download(await translationOf(web, "de"))],
        ["a file is replaced", () => send("", "replace")],
        ["everything is pushed", () => service.operateComponent(web, "push")],
        ["a translation is pulled", () => upstream("locales/cs.json", '{\n    "title": "Nadpis"\n}\n')],
        ["a new language is pulled", () => upstream("locales/uk.json", '{\n    "title": "Назва"\n}\n')],
        ["a language is pulled that is gone", () => upstream("locales/uk.json", null)],
        ["a language is added", () => service.addLanguage(web, "sv")],
        ["the clone is reset", () => service.operateComponent(web, "reset")],
      ];
      const newest = async () => {
        const known = await service.newestChanges(project);
        return [known?.count, known?.entries[0].id];
      };
      const look = async () => ({
        state: JSON.stringify([
          (await service.translations(web)).map(({ url, revision }) => `${url} ${revision}`).sort(),
          (await service.componentRepository(web)).needsCommit,
        ]),
        newest: JSON.stringify(await newest()),
      });
      const moved: string[] = [];
      const untold: string[] = [];
      for (const [what, act] of acts) {
        const before = await look();
        await act();
        await service.settled(web);
        const after = await look();
        if (after.state === before.state) continue;
        moved.push(what);
        if (after.newest === before.newest) untold.push(what);
      }

      expect(untold).toEqual([]);
      expect(moved).toEqual(
        expect.arrayContaining(["strings are committed", "a download commits it", "a translation is pulled"]),
      );
      expect(moved.length).toBeGreaterThan(6);
    });

    test("what came since an entry is told by the languages that it is about", async () => {
      const before = await service.newestChanges(project);
      const isNew = ({ id }: ServiceChange): boolean => id > (before?.entries[0].id ?? 0);
      const translation = await translationOf(web, "cs");
      expect(Math.abs((before?.now ?? 0) - Date.now())).toBeLessThan(3_600_000);
      expect(await service.recentChanges(project, isNew)).toEqual({ count: before?.count, entries: [] });
      const content = Buffer.from(JSON.stringify({ button: { cancel: `Zrušit ${String(before?.entries[0].id)}` } }));
      const changes = { method: "translate", conflicts: "replace-translated", fileName: "cs.json", content } as const;
      await service.upload(translation, changes);
      await service.operateComponent(web, "commit");

      const news = await service.recentChanges(project, isNew);

      expect(news?.entries.length).toBeGreaterThan(1);
      expect(new Set(news?.entries.map((change) => change.translation))).toEqual(new Set([translation.url]));
      expect(news?.count).toBe((before?.count ?? 0) + (news?.entries.length ?? 0));
      expect((await service.newestChanges(project))?.entries.slice(0, 2)).toEqual(news?.entries.slice(0, 2));
    });

    test("all languages are told with their components, as lists of one component tell them, unless there are too many", async () => {
      const all = (await service.allTranslations(100_000)) ?? [];

      const ofWeb = all.filter(
        ({ component }) => component !== undefined && componentName(component.path) === componentName(web),
      );
      const byUrl = (one: ServiceTranslation, other: ServiceTranslation): number => (one.url < other.url ? -1 : 1);
      expect(ofWeb.map(({ translation }) => translation).toSorted(byUrl)).toEqual(
        (await service.translations(web)).toSorted(byUrl),
      );
      expect(ofWeb[0]?.component).toEqual(await service.component(web));
      expect(await service.allTranslations(1)).toBeUndefined();
    });

    test("one language is told with its component, as lists tell them", async () => {
      const listed = await translationOf(web, "cs");

      const { translation, component } = await service.translation(listed, project);

      expect(translation).toEqual(listed);
      expect(component).toEqual(await service.component(web));
    });

    test("the traffic says how much was moved", () => {
      const { requests, bytesSent, bytesReceived } = service.traffic();

      expect(requests).toBeGreaterThan(20);
      expect(bytesSent).toBeGreaterThan(0);
      expect(bytesReceived).toBeGreaterThan(bytesSent);
    });
  });
}

/** `git hash-object`. */
function blobId(content: Uint8Array): string {
  return createHash("sha1")
    .update(`blob ${String(content.length)}\0`)
    .update(content)
    .digest("hex");
}

async function failureOf(promise: Promise<unknown>): Promise<RemoteError> {
  return promise.then(
    () => {
      throw new Error("It did not fail.");
    },
    (error: unknown) => {
      if (error instanceof RemoteError) return error;
      throw error;
    },
  );
}
