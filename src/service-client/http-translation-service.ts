import { laterCode } from "../catalog/renamed-languages.ts";
import { projectSlugs } from "./project-slugs.ts";
import * as z from "zod";
import { components } from "../contract/endpoints/components.ts";
import { projects } from "../contract/endpoints/projects.ts";
import { translations as ofTranslations } from "../contract/endpoints/translations.ts";
import { units as ofUnits } from "../contract/endpoints/units.ts";
import { users } from "../contract/endpoints/users.ts";
import { Component } from "../contract/resources/component.ts";
import { pageOf } from "../contract/resources/page.ts";
import { Task } from "../contract/resources/task.ts";
import { ListedTranslation, ListedWithComponent } from "../contract/resources/translation.ts";
import { RemoteError } from "../core/errors.ts";
import type { Logger } from "../core/logger.ts";
import { giveBack } from "../network/given-back.ts";
import { componentName, type ComponentPath } from "../mapping/binding.ts";
import { ComponentAddresses } from "./component-addresses.ts";
import { makeComponent, removeEmptyCategories, type PlaceConnection } from "./component-places.ts";
import { Conversation, json, notUnderstood, withQuery, WHOLE_LIST } from "./conversation.ts";
import type { ServiceClientErrorCode } from "./errors.ts";
import { operationNeeds, uploadNeeds } from "./permissions-needed.ts";
import {
  changesAddress,
  CommonTexts,
  fileAddress,
  readChange,
  readRepository,
  readTranslation,
  readUnit,
  readUser,
} from "./reading.ts";
import type { Request } from "./refusal.ts";
import type { Repeat } from "./retry.ts";
import { Transport, type Answer, type TransportOptions } from "./transport.ts";
import type {
  ComponentPlace,
  DescribedTranslation,
  NewestChanges,
  OperationResult,
  RepositoryOperation,
  RepositoryStatus,
  ServiceChange,
  ServiceComponent,
  ServiceTranslation,
  ServiceUnit,
  ServiceUser,
  Traffic,
  TranslationService,
  Upload,
  UploadResult,
} from "./translation-service.ts";
import { uploadForm } from "./upload-form.ts";
import { lazy } from "../http-api/endpoint.ts";

/** What this client asks for: the whole contract is several times that, and each run would load it. */
const contract = { components, projects, translations: ofTranslations, units: ofUnits, users };

export interface HttpTranslationServiceOptions extends TransportOptions {
  /** How long `settled` waits for background tasks of one component. Default 15 minutes. */
  readonly settleMs?: number;
}

/** History is read from its end and rarely far. */
const HISTORY_PAGE = "100";
const NEWEST = "5";
/** Languages with their components in one answer. */
const MANY = 500;
/** More that is new is no news. */
const NEWS_PAGES = 3;

const loadArchiveReader = () => import("./component-archive.ts");
type ArchiveReader = Awaited<ReturnType<typeof loadArchiveReader>>;

/** Real services show no address of oneself in the list (probe §7). */
const Username = lazy(() => z.looseObject({ username: z.string() }));

/** Without its counts an answer to an upload is no answer to an upload. */
const UploadCounts = lazy(() =>
  z.object({
    not_found: z.number(),
    skipped: z.number(),
    accepted: z.number(),
    total: z.number(),
  }),
);

/** The port over HTTP. One object serves one run: its deadline and its knowledge of addresses begin with it. */
export class HttpTranslationService implements TranslationService {
  readonly url: string;
  readonly #transport: Transport;
  readonly #talk: Conversation;
  readonly #addresses: ComponentAddresses;
  readonly #settleMs: number;
  readonly #logger: Logger | undefined;
  readonly #places: PlaceConnection = {
    at: (path) => this.#transport.address.at(path),
    list: (shape, first, request) => this.#talk.all(shape, first, request),
    send: (method, url, body, request) =>
      this.#talk.ask({ method, url, ...(body !== undefined && { body: json(body) }), repeat: "if-not-sent" }, request),
  };
  readonly #texts = new CommonTexts();
  readonly #unknownActions = new Set<number>();
  readonly #users = new Map<string, Promise<ServiceUser>>();
  #ownUsername: Promise<string | undefined> | undefined;

  /** @throws {UserError} `IL-S01` for an address or a token that cannot be used. */
  constructor(options: HttpTranslationServiceOptions) {
    this.#transport = new Transport(options);
    this.#talk = new Conversation(this.#transport, options.token);
    this.#addresses = new ComponentAddresses(this.#transport.address);
    this.#settleMs = options.settleMs ?? 15 * 60_000;
    this.#logger = options.logger;
    this.url = this.#transport.address.url;
  }

  projects(): Promise<readonly string[]> {
    return projectSlugs(this.#talk, this.#addresses.at(contract.projects.list, {}));
  }

  async components(project: string): Promise<readonly ServiceComponent[]> {
    const endpoint = contract.projects.components;
    const url = withQuery(this.#addresses.at(endpoint, { project }), { page_size: WHOLE_LIST });
    const resources = await this.#talk.all(endpoint.responses[200], url, {
      what: `list the components of ${project}`,
    });
    return resources.map((resource) => this.#addresses.remember(resource, project));
  }

  async component(path: ComponentPath, patience?: "short"): Promise<ServiceComponent> {
    const resource = await this.#talk.read(
      contract.components.get.responses[200],
      this.#addresses.component(path),
      { what: `read ${componentName(path)}` },
      patience,
    );
    return this.#addresses.remember(resource, path.project);
  }

  async createLike(original: ComponentPath, place: ComponentPlace): Promise<ServiceComponent> {
    const model = await this.#resourceOf(original);
    try {
      await makeComponent(this.#places, model, place);
    } catch (error) {
      // Somebody else may have made it meanwhile, or the answer was lost.
      if (!(error instanceof RemoteError) || !(await this.#exists(place.path))) throw error;
    }
    await this.settled(place.path);
    return this.component(place.path);
  }

  async removeComponent(path: ComponentPath): Promise<void> {
    await this.#places.send("DELETE", this.#addresses.component(path), undefined, {
      what: `remove ${componentName(path)}`,
      needs: "component.edit",
    });
    this.#addresses.forget(path);
    const others = path.categories.length === 0 ? [] : await this.components(path.project);
    await removeEmptyCategories(
      this.#places,
      path,
      others.map((component) => component.path).filter((other) => componentName(other) !== componentName(path)),
    );
  }

  async #resourceOf(path: ComponentPath): Promise<Component> {
    if (this.#addresses.known(path) === undefined) await this.component(path);
    const resource = this.#addresses.known(path);
    if (resource !== undefined) return resource;
    throw notUnderstood({ what: `read ${componentName(path)}` }, "it calls itself by another name");
  }

  async #exists(path: ComponentPath): Promise<boolean> {
    return this.component(path).then(
      () => true,
      () => false,
    );
  }

  async translation(
    { url, filename }: Pick<ServiceTranslation, "url" | "filename">,
    project: string,
  ): Promise<DescribedTranslation> {
    const resource = await this.#talk.read(contract.translations.get.responses[200], url, { what: `show ${filename}` });
    const component = resource.component && this.#addresses.remember(resource.component, project);
    return { translation: readTranslation(resource, this.#texts), component };
  }

  async allTranslations(most: number): Promise<readonly DescribedTranslation[] | undefined> {
    const endpoint = contract.translations.list;
    const request = { what: "list the languages of all components" };
    const first = this.#addresses.at(endpoint, {});
    const shape = pageOf(ListedWithComponent);
    const page = async (size: number, number: number) => {
      const url = withQuery(first, { page_size: String(size), page: String(number) });
      const answer = await this.#talk.ask({ method: "GET", url, repeat: "if-not-sent" }, request);
      return this.#talk.parse(shape, answer, request);
    };
    const { count } = await page(1, 1);
    if (count > most) return undefined;
    const numbers = Array.from({ length: Math.ceil(count / MANY) }, (_, index) => index + 1);
    const pages = await Promise.all(numbers.map((number) => page(MANY, number)));
    const found = pages.flatMap(({ results }) => results);
    if (new Set(found.map(({ url }) => url)).size !== count) throw notUnderstood(request, "it moved while it was read");
    const described = new Map<string, ServiceComponent>();
    return found.map((resource) => {
      const { component: said } = resource;
      if (said !== undefined && !described.has(said.url)) {
        const component = this.#talk.check(Component, said, request, ["component"]);
        described.set(said.url, this.#addresses.remember(component, component.project?.slug ?? ""));
      }
      return { translation: readTranslation(resource, this.#texts), component: said && described.get(said.url) };
    });
  }

  async translations(path: ComponentPath): Promise<readonly ServiceTranslation[]> {
    const endpoint = contract.components.translations;
    const url = withQuery(this.#addresses.translations(path), { page_size: WHOLE_LIST });
    const request = { what: `list the languages of ${componentName(path)}` };
    const list = { page: endpoint.responses[200], element: ListedTranslation };
    return this.#talk.allRead(list, url, request, (resource) => readTranslation(resource, this.#texts));
  }

  async projectRepository(project: string): Promise<RepositoryStatus> {
    const url = this.#addresses.at(contract.projects.repository, { project });
    return this.#repository(url, {
      what: `show the repositories of ${project}`,
      needs: "vcs.view or vcs.access",
    });
  }

  async componentRepository(path: ComponentPath): Promise<RepositoryStatus> {
    const request = {
      what: `show the repository of ${componentName(path)}`,
      needs: "vcs.view or vcs.access",
    };
    return this.#repository(this.#addresses.repository(path), request);
  }

  async operateProject(project: string, operation: RepositoryOperation): Promise<OperationResult> {
    return this.#operate(this.#addresses.at(contract.projects.operate, { project }), operation, project);
  }

  async operateComponent(path: ComponentPath, operation: RepositoryOperation): Promise<OperationResult> {
    return this.#operate(this.#addresses.repository(path), operation, componentName(path));
  }

  async isLocked(path: ComponentPath): Promise<boolean> {
    const lock = await this.#talk.read(contract.components.lock.responses[200], this.#addresses.lock(path), {
      what: `read the lock of ${componentName(path)}`,
    });
    return lock.locked;
  }

  async setLock(path: ComponentPath, locked: boolean): Promise<void> {
    await this.#talk.ask(
      {
        method: "POST",
        url: this.#addresses.lock(path),
        body: json({ lock: locked }),
        repeat: "safe",
      },
      { what: `${locked ? "lock" : "unlock"} ${componentName(path)}`, needs: "component.lock" },
    );
  }

  async download(translation: ServiceTranslation): Promise<Uint8Array> {
    const answer = await this.#talk.ask(
      { method: "GET", url: fileAddress(translation), repeat: "safe" },
      { what: `send ${translation.filename}`, needs: "translation.download" },
    );
    return answer.body;
  }

  async downloadProject(project: string, translations: readonly ServiceTranslation[]): Promise<readonly Uint8Array[]> {
    const request = { what: `send the files of ${project}`, needs: "translation.download" };
    const url = this.#addresses.at(contract.projects.file, { project });
    const filenames = translations.map(({ filename }) => filename);
    return this.#archive(request, url, ({ contentsOfArchive }, archive) => contentsOfArchive(archive, filenames));
  }

  async downloadAll(
    path: ComponentPath,
    translations: readonly ServiceTranslation[],
  ): Promise<ReadonlyMap<string, Uint8Array>> {
    const request = {
      what: `send the files of ${componentName(path)}`,
      needs: "translation.download",
    };
    const url = `${this.#addresses.component(path)}file/`;
    const filenames = new Set(translations.map(({ filename }) => filename));
    return this.#archive(request, url, ({ filesOfArchive }, archive) => filesOfArchive(archive, filenames));
  }

  async #archive<Files>(
    request: Request,
    url: string,
    take: (reader: ArchiveReader, archive: Buffer) => Files,
  ): Promise<Files> {
    // Read while the service packs; where that fails, nobody waits for it any more.
    const reader = loadArchiveReader();
    reader.catch(() => undefined);
    const { body } = await this.#talk.ask({ method: "GET", url, repeat: "if-not-sent" }, request);
    try {
      const files = take(await reader, body);
      giveBack(body);
      return files;
    } catch (error) {
      throw notUnderstood(request, error instanceof Error ? error.message : "it is no archive");
    }
  }

  async units(translation: ServiceTranslation, query: string): Promise<readonly ServiceUnit[]> {
    const url = withQuery(`${translation.url}units/`, { q: query, page_size: WHOLE_LIST });
    const request = { what: `list strings of ${translation.filename || translation.language}` };
    const units = await this.#talk.all(contract.translations.units.responses[200], url, request);
    return units.map((unit) => readUnit(unit, this.#addresses.at(contract.units.get, { id: String(unit.id) })));
  }

  async comments(unit: ServiceUnit): Promise<readonly string[] | undefined> {
    const request = { what: "list the comments on a string" };
    const address = withQuery(`${unit.url}comments/`, { page_size: WHOLE_LIST });
    try {
      const comments = await this.#talk.all(contract.units.comments.responses[200], address, request);
      return comments.map(({ comment }) => comment);
    } catch (error) {
      if (error instanceof RemoteError && (error.status === 404 || error.status === 405)) return undefined;
      throw error;
    }
  }

  async comment(unit: ServiceUnit, text: string): Promise<void> {
    const body = json({ scope: "translation", comment: text });
    await this.#talk.ask(
      { method: "POST", url: `${unit.url}comments/`, body, repeat: "if-not-sent" },
      { what: "comment on a string", needs: "comment.add" },
    );
  }

  async hasReviews(project: string): Promise<boolean | undefined> {
    const resource = await this.#talk.read(
      contract.projects.get.responses[200],
      this.#addresses.at(contract.projects.get, { project }),
      {
        what: `read ${project}`,
      },
    );
    return resource.translation_review ?? undefined;
  }

  async upload(translation: ServiceTranslation, upload: Upload): Promise<UploadResult> {
    const request = {
      what: `take ${upload.fileName} for ${translation.filename || translation.language} (method ${upload.method})`,
      needs: uploadNeeds(translation, upload),
    };
    // Every method is idempotent by content: what is there already is skipped, or replaced by itself. A file that was
    // committed and not read is none, however it is answered: whoever looks again sees it by its revision.
    const answer = await this.#transport.request({
      method: "POST",
      url: fileAddress(translation),
      body: await uploadForm(upload),
      repeat: "safe",
    });
    if (answer.status >= 400) throw await this.#refusalUnlessLocked(answer, request, componentUrlOf(translation));
    const counts = this.#talk.parse(UploadCounts, answer, request);
    return {
      notFound: counts.not_found,
      skipped: counts.skipped,
      accepted: counts.accepted,
      total: counts.total,
    };
  }

  async addLanguage(path: ComponentPath, language: string): Promise<ServiceTranslation> {
    for (let attemptsLeft = 2; ; attemptsLeft -= 1) {
      try {
        return await this.#addLanguageOnce(path, language);
      } catch (error) {
        if (!(error instanceof RemoteError) || !mayHaveBeenAdded(error)) throw error;
        const existing = (await this.translations(path)).find((translation) => translation.language === language);
        if (existing !== undefined) return existing;
        const later = error.code === COULD_NOT_ADD ? laterCode(language) : undefined;
        if (later !== undefined) return this.#addLanguageOnce(path, later);
        if (attemptsLeft === 0 || error.code === COULD_NOT_ADD) throw error;
      }
    }
  }

  async *changes(translation: ServiceTranslation, actions: readonly number[]): AsyncIterable<ServiceChange> {
    const request = { what: `show the history of ${translation.filename || translation.language}` };
    const shape = contract.translations.changes.responses[200];
    yield* this.#history(actions, (known) =>
      this.#talk.pages(
        shape,
        withQuery(changesAddress(translation), { action: known.map(String), page_size: HISTORY_PAGE }),
        request,
      ),
    );
  }

  async newestChanges(project: string): Promise<NewestChanges | undefined> {
    const endpoint = contract.projects.changes;
    const request = { what: `show the history of ${project}` };
    const url = withQuery(this.#addresses.at(endpoint, { project }), { page_size: NEWEST });
    const answer = await this.#talk.ask({ method: "GET", url, repeat: "safe" }, request);
    const { count, results } = this.#talk.parse(endpoint.responses[200], answer, request);
    const [newest, ...others] = results.map(readChange);
    return newest && { count, entries: [newest, ...others], now: answer.date };
  }

  async recentChanges(
    project: string,
    isWanted: (change: ServiceChange) => boolean,
  ): ReturnType<TranslationService["recentChanges"]> {
    const endpoint = contract.projects.changes;
    const url = withQuery(this.#addresses.at(endpoint, { project }), { page_size: HISTORY_PAGE });
    const entries: ServiceChange[] = [];
    let most = NEWS_PAGES;
    for await (const { count, results } of this.#talk.pages(endpoint.responses[200], url, {
      what: `show the history of ${project}`,
    })) {
      const changes = results.map(readChange);
      const end = changes.findIndex((change) => !isWanted(change));
      entries.push(...changes.slice(0, end === -1 ? changes.length : end));
      if (end !== -1 || entries.length >= count) return { count, entries };
      most -= 1;
      if (most === 0) break;
    }
    return undefined;
  }

  async *projectChanges(project: string, actions: readonly number[]): AsyncIterable<ServiceChange> {
    const endpoint = contract.projects.changes;
    const address = this.#addresses.at(endpoint, { project });
    yield* this.#history(actions, (known) =>
      this.#talk.pages(
        endpoint.responses[200],
        withQuery(address, { action: known.map(String), page_size: WHOLE_LIST }),
        { what: `show the history of ${project}` },
      ),
    );
  }

  async *componentChanges(path: ComponentPath, actions: readonly number[]): AsyncIterable<ServiceChange> {
    const request = { what: `show the history of ${componentName(path)}` };
    const shape = contract.components.changes.responses[200];
    // The newest ones tell how things are; hardly anybody asks for more.
    yield* this.#history(actions, (known) =>
      this.#talk.pages(
        shape,
        withQuery(this.#addresses.changes(path), { action: known.map(String), page_size: NEWEST }),
        request,
      ),
    );
  }

  /** A service that has no such kind of action (older ones lack some) refuses the whole question: it is asked again without that kind. */
  async *#history(
    actions: readonly number[],
    pagesOf: (known: readonly number[]) => AsyncIterable<{ readonly results: Parameters<typeof readChange>[0][] }>,
  ): AsyncIterable<ServiceChange> {
    for (;;) {
      const known = actions.filter((action) => !this.#unknownActions.has(action));
      if (known.length === 0) return;
      try {
        for await (const page of pagesOf(known)) yield* page.results.map(readChange);
        return;
      } catch (error) {
        const unknown = unknownAction(error);
        if (unknown === undefined || !known.includes(unknown)) throw error;
        this.#unknownActions.add(unknown);
      }
    }
  }

  async ownUsername(): Promise<string | undefined> {
    if (this.#ownUsername !== undefined) return this.#ownUsername;
    const asking = this.#askOwnUsername();
    this.#ownUsername = asking;
    asking.catch(() => (this.#ownUsername = undefined));
    return asking;
  }

  /** Without `user.view` the list of users is oneself; with it, two are enough to know nothing. */
  async #askOwnUsername(): Promise<string | undefined> {
    const url = withQuery(this.#addresses.at(contract.users.list, {}), { page_size: "2" });
    const { results } = await this.#talk.read(pageOf(Username), url, {
      what: "show the token's user",
    });
    const [only, ...others] = results;
    return others.length === 0 ? only?.username : undefined;
  }

  async user(url: string): Promise<ServiceUser> {
    const known = this.#users.get(url);
    if (known !== undefined) return known;
    const reading = this.#talk.read(contract.users.get.responses[200], url, { what: "show a user" }).then(readUser);
    this.#users.set(url, reading);
    reading.catch(() => this.#users.delete(url));
    return reading;
  }

  /**
   * A task that is gone (404) has finished; the component then names the next one, or none (probe §13). One that said it
   * was done is done: some servers go on naming it, and once more is looked whether another one follows.
   */
  async settled(path: ComponentPath): Promise<void> {
    let waited = 0;
    let told = 0;
    let { taskUrl } = await this.component(path);
    const done = new Map<string, number>();
    for (let pause = 250; taskUrl !== undefined; pause = Math.min(pause * 1.5, 5_000)) {
      const named = done.get(taskUrl);
      const progress = named === undefined ? await this.#taskProgress(taskUrl, componentName(path)) : "done";
      if (progress === "done") {
        if (named === 1) return;
        done.set(taskUrl, named === undefined ? 0 : 1);
        ({ taskUrl } = await this.component(path));
      }
      if (taskUrl === undefined) return;
      if (waited >= this.#settleMs) throw stillRunning(path, waited, progress);
      if (waited - told >= TELL_EVERY_MS) {
        told = waited;
        this.#logger?.info(stillRunning(path, waited, progress).message);
      }
      await this.#transport.wait(pause);
      waited += pause;
    }
  }

  traffic(): Traffic {
    return this.#transport.traffic();
  }

  async close(): Promise<void> {
    await this.#transport.close();
  }

  async #repository(url: string, request: Request): Promise<RepositoryStatus> {
    return readRepository(await this.#talk.read(contract.components.repository.responses[200], url, request));
  }

  async #operate(url: string, operation: RepositoryOperation, name: string): Promise<OperationResult> {
    const request = {
      what: `${operation} the repository of ${name}`,
      needs: operationNeeds[operation],
    };
    // `reset` throws strings away: done twice it would take those saved in between as well.
    const repeat: Repeat = operation === "reset" ? "if-not-sent" : "safe";
    const answer = await this.#talk.ask({ method: "POST", url, body: json({ operation }), repeat }, request);
    const { result, detail } = this.#talk.parse(contract.components.operate.responses[200], answer, request);
    return { result: result ?? null, ...(typeof detail === "string" ? { detail } : {}) };
  }

  async #addLanguageOnce(path: ComponentPath, language: string): Promise<ServiceTranslation> {
    const request = { what: `add ${language} to ${componentName(path)}`, needs: "translation.add" };
    const answer = await this.#transport.request({
      method: "POST",
      url: this.#addresses.translations(path),
      body: json({ language_code: language }),
      repeat: "if-not-sent",
    });
    if (answer.status >= 400) throw await this.#refusalUnlessLocked(answer, request, this.#addresses.component(path));
    const { data, result } = this.#talk.parse(contract.components.addTranslation.responses[201], answer, request);
    const added = data ?? result;
    if (added === undefined) throw notUnderstood(request, "it does not describe the language");
    return readTranslation(added, this.#texts);
  }

  async #taskProgress(url: string, name: string): Promise<"done" | number> {
    const request = { what: `show the background task of ${name}` };
    const answer = await this.#transport.request({ method: "GET", url, repeat: "safe" });
    if (answer.status === 404) return "done";
    if (answer.status >= 400) throw this.#talk.refusal(answer, request);
    const task = this.#talk.parse(() => Task().pick({ completed: true, progress: true }), answer, request);
    return task.completed ? "done" : (task.progress ?? 0);
  }

  /** Where the words of a 403 do not tell, the lock does. */
  async #refusalUnlessLocked(answer: Answer, request: Request, componentUrl: string): Promise<RemoteError> {
    const locked =
      answer.status === 403 &&
      (this.#talk.saysLocked(answer) ||
        (await this.#talk.read(contract.components.lock.responses[200], `${componentUrl}lock/`, request).then(
          (lock) => lock.locked,
          () => false,
        )));
    return this.#talk.refusal(answer, { ...request, locked });
  }
}

/** `…/api/translations/acme/app/cs/` → `…/api/components/acme/app/`, encoding untouched. */
function componentUrlOf(translation: ServiceTranslation): string {
  return translation.url.replace(/\/translations\/([^/]+\/[^/]+\/)[^/]+\/$/, "/components/$1");
}

const COULD_NOT_ADD = "IL-S19" satisfies ServiceClientErrorCode;
/** No answer, a failure on the way, an answer that cannot be read; and what the service says of a language that it has. */
const UNCERTAIN: ReadonlySet<string> = new Set([
  "IL-S04",
  "IL-S14",
  "IL-S15",
  COULD_NOT_ADD,
] satisfies ServiceClientErrorCode[]);

/** Then look before asking again. */
function mayHaveBeenAdded(error: RemoteError): boolean {
  return UNCERTAIN.has(error.code);
}

/** Of a refused question for the log, the action that the service does not know. */
function unknownAction(error: unknown): number | undefined {
  if (!(error instanceof RemoteError) || error.status !== 400) return undefined;
  const [, action] = /(\d+) is not one of the available choices/.exec(error.message) ?? [];
  return action === undefined ? undefined : Number(action);
}

/** What a run waits for is said while it waits. */
const TELL_EVERY_MS = 10_000;

function stillRunning(path: ComponentPath, waited: number, progress: "done" | number): RemoteError {
  const shown = progress === "done" ? "" : ` (${String(progress)} %)`;
  return new RemoteError(
    `The service still works on ${componentName(path)}${shown} after ${String(Math.round(waited / 1000))} s.`,
    {
      code: "IL-S18",
      hint: "Look at the component's page on the service; run again when it has finished.",
    },
  );
}
