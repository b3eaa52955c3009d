import { z } from "zod";
import { addressOf, type Endpoint } from "../contract/endpoint.ts";
import { contract } from "../contract/index.ts";
import type { Component } from "../contract/resources/component.ts";
import { pageOf, type Page } from "../contract/resources/page.ts";
import { Task } from "../contract/resources/task.ts";
import { RemoteError } from "../core/errors.ts";
import { Redactor } from "../core/redaction.ts";
import { componentName, type ComponentPath } from "../mapping/binding.ts";
import { filesOfArchive } from "./component-archive.ts";
import { makeComponent, removeEmptyCategories, type PlaceConnection } from "./component-places.ts";
import type { ServiceClientErrorCode } from "./errors.ts";
import { operationNeeds, uploadNeeds } from "./permissions-needed.ts";
import {
  readChange,
  readComponent,
  readRepository,
  readTranslation,
  readUnit,
  readUser,
  sharedClone,
} from "./reading.ts";
import { refusal, saysLocked, type Request } from "./refusal.ts";
import type { Repeat } from "./retry.ts";
import { Transport, type Answer, type Body, type TransportOptions } from "./transport.ts";
import type {
  ComponentPlace,
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

export interface HttpTranslationServiceOptions extends TransportOptions {
  /** How long `settled` waits for background tasks of one component. Default 15 minutes. */
  readonly settleMs?: number;
}

/** The largest page the service gives (probe §7). */
const WHOLE_LIST = "1000";
/** History is read from its end and rarely far. */
const HISTORY_PAGE = "100";
const NEWEST = "5";

/** Real services show no address of oneself in the list (probe §7). */
const Username = z.looseObject({ username: z.string() });

/** Without its counts an answer to an upload is no answer to an upload. */
const UploadCounts = z.object({
  not_found: z.number(),
  skipped: z.number(),
  accepted: z.number(),
  total: z.number(),
});

/** The port over HTTP. One object serves one run: its deadline and its knowledge of addresses begin with it. */
export class HttpTranslationService implements TranslationService {
  readonly url: string;
  readonly #transport: Transport;
  readonly #redactor = new Redactor();
  readonly #settleMs: number;
  /** Components by name, for the addresses the service gave of them. */
  readonly #known = new Map<string, Component>();
  readonly #places: PlaceConnection = {
    at: (path) => this.#transport.address.at(path),
    list: (shape, first, request) => this.#all(shape, first, request),
    send: (method, url, body, request) =>
      this.#ask({ method, url, ...(body === undefined ? {} : { body: json(body) }), repeat: "if-not-sent" }, request),
  };
  readonly #users = new Map<string, Promise<ServiceUser>>();
  #ownUsername: Promise<string | undefined> | undefined;

  /** @throws {UserError} `IL-S01` for an address or a token that cannot be used. */
  constructor(options: HttpTranslationServiceOptions) {
    this.#transport = new Transport(options);
    this.#redactor.add(options.token?.trim());
    this.#settleMs = options.settleMs ?? 15 * 60_000;
    this.url = this.#transport.address.url;
  }

  async components(project: string): Promise<readonly ServiceComponent[]> {
    const endpoint = contract.projects.components;
    const url = withQuery(this.#at(endpoint, { project }), { page_size: WHOLE_LIST });
    const resources = await this.#all(endpoint.responses[200], url, { what: `list the components of ${project}` });
    return resources.map((resource) => this.#remember(resource, project));
  }

  async component(path: ComponentPath): Promise<ServiceComponent> {
    const resource = await this.#read(contract.components.get.responses[200], this.#componentUrl(path), {
      what: `read ${componentName(path)}`,
    });
    return this.#remember(resource, path.project);
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
    await this.#places.send("DELETE", this.#componentUrl(path), undefined, {
      what: `remove ${componentName(path)}`,
      needs: "component.edit",
    });
    this.#known.delete(componentName(path));
    const others = path.categories.length === 0 ? [] : await this.components(path.project);
    await removeEmptyCategories(
      this.#places,
      path,
      others.map((component) => component.path).filter((other) => componentName(other) !== componentName(path)),
    );
  }

  async #resourceOf(path: ComponentPath): Promise<Component> {
    if (!this.#known.has(componentName(path))) await this.component(path);
    const resource = this.#known.get(componentName(path));
    if (resource !== undefined) return resource;
    throw notUnderstood({ what: `read ${componentName(path)}` }, "it calls itself by another name");
  }

  async #exists(path: ComponentPath): Promise<boolean> {
    return this.component(path).then(
      () => true,
      () => false,
    );
  }

  async translations(path: ComponentPath): Promise<readonly ServiceTranslation[]> {
    const endpoint = contract.components.translations;
    const url = withQuery(this.#translationsUrl(path), { page_size: WHOLE_LIST });
    const request = { what: `list the languages of ${componentName(path)}` };
    return (await this.#all(endpoint.responses[200], url, request)).map(readTranslation);
  }

  async projectRepository(project: string): Promise<RepositoryStatus> {
    const url = this.#at(contract.projects.repository, { project });
    return this.#repository(url, { what: `show the repositories of ${project}`, needs: "vcs.view or vcs.access" });
  }

  async componentRepository(path: ComponentPath): Promise<RepositoryStatus> {
    const request = { what: `show the repository of ${componentName(path)}`, needs: "vcs.view or vcs.access" };
    return this.#repository(this.#repositoryUrl(path), request);
  }

  async operateProject(project: string, operation: RepositoryOperation): Promise<OperationResult> {
    return this.#operate(this.#at(contract.projects.operate, { project }), operation, project);
  }

  async operateComponent(path: ComponentPath, operation: RepositoryOperation): Promise<OperationResult> {
    return this.#operate(this.#repositoryUrl(path), operation, componentName(path));
  }

  async isLocked(path: ComponentPath): Promise<boolean> {
    const lock = await this.#read(contract.components.lock.responses[200], this.#lockUrl(path), {
      what: `read the lock of ${componentName(path)}`,
    });
    return lock.locked;
  }

  async setLock(path: ComponentPath, locked: boolean): Promise<void> {
    await this.#ask(
      { method: "POST", url: this.#lockUrl(path), body: json({ lock: locked }), repeat: "safe" },
      { what: `${locked ? "lock" : "unlock"} ${componentName(path)}`, needs: "component.lock" },
    );
  }

  async download(translation: ServiceTranslation): Promise<Uint8Array> {
    const answer = await this.#ask(
      { method: "GET", url: translation.fileUrl, repeat: "safe" },
      { what: `send ${translation.filename}`, needs: "translation.download" },
    );
    return answer.body;
  }

  async downloadAll(
    path: ComponentPath,
    translations: readonly ServiceTranslation[],
  ): Promise<ReadonlyMap<string, Uint8Array>> {
    const request = { what: `send the files of ${componentName(path)}`, needs: "translation.download" };
    const url = `${this.#componentUrl(path)}file/`;
    const answer = await this.#ask({ method: "GET", url, repeat: "if-not-sent" }, request);
    try {
      return filesOfArchive(answer.body, new Set(translations.map(({ filename }) => filename)));
    } catch (error) {
      throw notUnderstood(request, error instanceof Error ? error.message : "it is no archive");
    }
  }

  async units(translation: ServiceTranslation, query: string): Promise<readonly ServiceUnit[]> {
    const url = withQuery(`${translation.url}units/`, { q: query, page_size: WHOLE_LIST });
    const request = { what: `list strings of ${translation.filename || translation.language}` };
    const units = await this.#all(contract.translations.units.responses[200], url, request);
    return units.map((unit) => readUnit(unit, this.#at(contract.units.get, { id: String(unit.id) })));
  }

  async comments(unit: ServiceUnit): Promise<readonly string[] | undefined> {
    const request = { what: "list the comments on a string" };
    const address = withQuery(`${unit.url}comments/`, { page_size: WHOLE_LIST });
    try {
      const comments = await this.#all(contract.units.comments.responses[200], address, request);
      return comments.map(({ comment }) => comment);
    } catch (error) {
      if (error instanceof RemoteError && (error.status === 404 || error.status === 405)) return undefined;
      throw error;
    }
  }

  async comment(unit: ServiceUnit, text: string): Promise<void> {
    const body = json({ scope: "translation", comment: text });
    await this.#ask(
      { method: "POST", url: `${unit.url}comments/`, body, repeat: "if-not-sent" },
      { what: "comment on a string", needs: "comment.add" },
    );
  }

  async hasReviews(project: string): Promise<boolean | undefined> {
    const resource = await this.#read(
      contract.projects.get.responses[200],
      this.#at(contract.projects.get, { project }),
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
    // Every method is idempotent by content: what is there already is skipped, or replaced by itself.
    const answer = await this.#transport.request({
      method: "POST",
      url: translation.fileUrl,
      body: await multipart(upload),
      repeat: "safe",
    });
    if (answer.status >= 400) throw await this.#refusalUnlessLocked(answer, request, componentUrlOf(translation));
    const counts = this.#parse(UploadCounts, answer, request);
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
        if (attemptsLeft === 0 || error.code === COULD_NOT_ADD) throw error;
      }
    }
  }

  async *changes(translation: ServiceTranslation, actions: readonly number[]): AsyncIterable<ServiceChange> {
    const url = withQuery(translation.changesUrl, { action: actions.map(String), page_size: HISTORY_PAGE });
    const request = { what: `show the history of ${translation.filename || translation.language}` };
    for await (const page of this.#pages(contract.translations.changes.responses[200], url, request)) {
      yield* page.results.map(readChange);
    }
  }

  async *componentChanges(path: ComponentPath, actions: readonly number[]): AsyncIterable<ServiceChange> {
    const address = this.#at(contract.components.changes, namesOf(path));
    // The newest ones tell how things are; hardly anybody asks for more.
    const url = withQuery(address, { action: actions.map(String), page_size: NEWEST });
    const request = { what: `show the history of ${componentName(path)}` };
    for await (const page of this.#pages(contract.components.changes.responses[200], url, request)) {
      yield* page.results.map(readChange);
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
    const url = withQuery(this.#at(contract.users.list, {}), { page_size: "2" });
    const { results } = await this.#read(pageOf(Username), url, { what: "show the token's user" });
    const [only, ...others] = results;
    return others.length === 0 ? only?.username : undefined;
  }

  async user(url: string): Promise<ServiceUser> {
    const known = this.#users.get(url);
    if (known !== undefined) return known;
    const reading = this.#read(contract.users.get.responses[200], url, { what: "show a user" }).then(readUser);
    this.#users.set(url, reading);
    reading.catch(() => this.#users.delete(url));
    return reading;
  }

  /** A task that is gone (404) has finished; the component then names the next one, or none (probe §13). */
  async settled(path: ComponentPath): Promise<void> {
    let waited = 0;
    let { taskUrl } = await this.component(path);
    for (let pause = 250; taskUrl !== undefined; pause = Math.min(pause * 1.5, 5_000)) {
      const progress = await this.#taskProgress(taskUrl, componentName(path));
      if (progress === "done") ({ taskUrl } = await this.component(path));
      if (taskUrl === undefined) return;
      if (waited >= this.#settleMs) throw stillRunning(path, waited, progress);
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

  /** Address of an endpoint that the service has not told us. */
  #at<E extends Endpoint>(endpoint: E, parameters: Parameters<typeof addressOf<E>>[1]): string {
    return this.#transport.address.at(addressOf(endpoint, parameters));
  }

  #componentUrl(path: ComponentPath): string {
    return this.#known.get(componentName(path))?.url ?? this.#at(contract.components.get, namesOf(path));
  }

  #translationsUrl(path: ComponentPath): string {
    const known = this.#known.get(componentName(path))?.translations_url;
    return known ?? this.#at(contract.components.translations, namesOf(path));
  }

  #lockUrl(path: ComponentPath): string {
    return this.#known.get(componentName(path))?.lock_url ?? this.#at(contract.components.lock, namesOf(path));
  }

  #repositoryUrl(path: ComponentPath): string {
    const known = this.#known.get(componentName(path))?.repository_url;
    return known ?? this.#at(contract.components.repository, namesOf(path));
  }

  /** A component in a category has a plain `slug`; its path stands in its address only (probe §9). */
  #remember(resource: Component, project: string): ServiceComponent {
    const path = this.#transport.address.componentPathOf(resource.url) ?? {
      project,
      categories: [],
      component: resource.slug,
    };
    this.#known.set(componentName(path), resource);
    const shared = sharedClone(resource);
    const owner = shared === undefined ? undefined : this.#at(contract.components.get, shared);
    return readComponent(resource, path, resource.linked_component ?? owner);
  }

  async #repository(url: string, request: Request): Promise<RepositoryStatus> {
    return readRepository(await this.#read(contract.components.repository.responses[200], url, request));
  }

  async #operate(url: string, operation: RepositoryOperation, name: string): Promise<OperationResult> {
    const request = { what: `${operation} the repository of ${name}`, needs: operationNeeds[operation] };
    // `reset` throws strings away: done twice it would take those saved in between as well.
    const repeat: Repeat = operation === "reset" ? "if-not-sent" : "safe";
    const answer = await this.#ask({ method: "POST", url, body: json({ operation }), repeat }, request);
    const { result, detail } = this.#parse(contract.components.operate.responses[200], answer, request);
    return { result: result ?? null, ...(typeof detail === "string" ? { detail } : {}) };
  }

  async #addLanguageOnce(path: ComponentPath, language: string): Promise<ServiceTranslation> {
    const request = { what: `add ${language} to ${componentName(path)}`, needs: "translation.add" };
    const answer = await this.#transport.request({
      method: "POST",
      url: this.#translationsUrl(path),
      body: json({ language_code: language }),
      repeat: "if-not-sent",
    });
    if (answer.status >= 400) throw await this.#refusalUnlessLocked(answer, request, this.#componentUrl(path));
    const { data, result } = this.#parse(contract.components.addTranslation.responses[201], answer, request);
    const added = data ?? result;
    if (added === undefined) throw notUnderstood(request, "it does not describe the language");
    return readTranslation(added);
  }

  async #taskProgress(url: string, name: string): Promise<"done" | number> {
    const request = { what: `show the background task of ${name}` };
    const answer = await this.#transport.request({ method: "GET", url, repeat: "safe" });
    if (answer.status === 404) return "done";
    if (answer.status >= 400) throw refusal(answer, request, this.#redactor);
    const task = this.#parse(Task.pick({ completed: true, progress: true }), answer, request);
    return task.completed ? "done" : (task.progress ?? 0);
  }

  /** The whole of a list. One that is cut short would make what is missing look as if it were gone. */
  async #all<T>(shape: z.ZodType<Page<T>>, first: string, request: Request): Promise<readonly T[]> {
    const found: T[] = [];
    let announced = 0;
    for await (const { count, results } of this.#pages(shape, first, request)) {
      found.push(...results);
      announced = count;
    }
    if (found.length >= announced) return found;
    throw notUnderstood(request, `it lists ${String(found.length)} of ${String(announced)}`);
  }

  async *#pages<T>(shape: z.ZodType<Page<T>>, first: string, request: Request): AsyncIterable<Page<T>> {
    const seen = new Set<string>();
    for (let url: string | null = first; url !== null;) {
      if (seen.has(url)) throw notUnderstood(request, "its pages go round in a circle");
      seen.add(url);
      const page: Page<T> = await this.#read(shape, url, request);
      yield page;
      url = page.next;
    }
  }

  async #read<T>(shape: z.ZodType<T>, url: string, request: Request): Promise<T> {
    return this.#parse(shape, await this.#ask({ method: "GET", url, repeat: "safe" }, request), request);
  }

  async #ask(call: Parameters<Transport["request"]>[0], request: Request): Promise<Answer> {
    const answer = await this.#transport.request(call);
    if (answer.status >= 400) throw refusal(answer, request, this.#redactor);
    return answer;
  }

  #parse<T>(shape: z.ZodType<T>, answer: Answer, request: Request): T {
    let body: unknown;
    try {
      body = JSON.parse(answer.body.toString("utf8"));
    } catch {
      // No cause: the parser quotes what it could not read.
      throw notUnderstood(request, "it is not JSON");
    }
    const parsed = shape.safeParse(body);
    if (parsed.success) return parsed.data;
    const issue = parsed.error.issues[0];
    throw notUnderstood(request, `${issue?.path.join(".") || "the whole"}: ${issue?.message ?? "unexpected"}`);
  }

  /** Where the words of a 403 do not tell, the lock does. */
  async #refusalUnlessLocked(answer: Answer, request: Request, componentUrl: string): Promise<RemoteError> {
    const locked =
      answer.status === 403 &&
      (saysLocked(answer, this.#redactor) ||
        (await this.#read(contract.components.lock.responses[200], `${componentUrl}lock/`, request).then(
          (lock) => lock.locked,
          () => false,
        )));
    return refusal(answer, { ...request, locked }, this.#redactor);
  }
}

function namesOf(path: ComponentPath): { readonly project: string; readonly component: string } {
  return { project: path.project, component: [...path.categories, path.component].join("/") };
}

/** `…/api/translations/acme/app/cs/` → `…/api/components/acme/app/`, encoding untouched. */
function componentUrlOf(translation: ServiceTranslation): string {
  return translation.url.replace(/\/translations\/([^/]+\/[^/]+\/)[^/]+\/$/, "/components/$1");
}

/** Adds to the query of an address; its path keeps its encoding. */
function withQuery(address: string, query: Readonly<Record<string, string | readonly string[]>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) url.searchParams.append(name, one);
  }
  return url.href;
}

function json(value: unknown): Body {
  return { contentType: "application/json", bytes: Buffer.from(JSON.stringify(value)) };
}

async function multipart(upload: Upload): Promise<Body> {
  const form = new FormData();
  form.append("method", upload.method);
  if (upload.conflicts !== undefined && upload.conflicts !== "ignore") form.append("conflicts", upload.conflicts);
  if (upload.fuzzy !== undefined) form.append("fuzzy", upload.fuzzy);
  form.append("file", new Blob([Uint8Array.from(upload.content)]), upload.fileName);
  // Encoded once, so that a repeated request is the same bytes.
  const encoded = new Response(form);
  return {
    contentType: encoded.headers.get("content-type") ?? "multipart/form-data",
    bytes: new Uint8Array(await encoded.arrayBuffer()),
  };
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

function notUnderstood(request: Request, reason: string): RemoteError {
  return new RemoteError(`The service was asked to ${request.what}; its answer is not understood: ${reason}.`, {
    code: "IL-S15",
    hint: "Check that the address is that of a translation service with this API, not of a page or a proxy in front of it.",
  });
}

function stillRunning(path: ComponentPath, waited: number, progress: "done" | number): RemoteError {
  const shown = progress === "done" ? "" : ` (${String(progress)} %)`;
  return new RemoteError(
    `The service still works on ${componentName(path)}${shown} after ${String(Math.round(waited / 1000))} s.`,
    { code: "IL-S18", hint: "Look at the component's page on the service; run again when it has finished." },
  );
}
