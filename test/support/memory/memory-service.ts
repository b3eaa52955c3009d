import { mergeCatalogues } from "../../../src/catalog/merge.ts";
import { fromDonor } from "../../../src/catalog/unit-change.ts";
import { isEmpty } from "../../../src/catalog/texts.ts";
import { RemoteError } from "../../../src/core/errors.ts";
import type { Format } from "../../../src/formats/format.ts";
import type {
  OperationResult,
  RepositoryStatus,
  ServiceChange,
  ServiceComponent,
  ServiceTranslation,
  TranslationService,
  Upload,
  UploadResult,
} from "../../../src/service-client/translation-service.ts";
import type { MemoryRepository, MemoryTree, Resolve } from "./memory-repository.ts";

export interface MemoryServiceOptions {
  /** What its component follows. */
  readonly upstream: MemoryRepository;
  readonly project: string;
  readonly component: string;
  /**
   * `real`: merges by git's lines alone, rebases, locks the component where that fails (facts §3); files are written in its own layout, keys
   * that the source lost stay in them. `embedded`: merges by string (decision 8), and keeps a file's layout.
   */
  readonly kind: "real" | "embedded";
  readonly json: Format;
  /** Its database fails at the first file that is replaced, once the file is committed: the commit stays, and nothing is read. */
  readonly firstReplaceFails?: boolean;
  /** Default true: whoever set the component up there chooses. */
  readonly locksOnFailure?: boolean;
}

type Lock = "automatic" | "bot";

type Texts = Readonly<Record<string, string>>;

interface Language {
  readonly code: string;
  readonly path: string;
  revision: string;
  /** Key → text, "" where there is none. */
  readonly units: Map<string, string>;
  /** Keys whose text is in no file yet. */
  readonly pending: Set<string>;
}

interface LogEntry extends ServiceChange {
  readonly language?: string;
}

const SOURCE = "locales/en.json";
const BRANCH = "refs/service/main";
/** Entries that are shown at once. */
const NEWEST = 5;
const MASK = /^locales\/([a-z]+)\.json$/;

/** One component of a translation service, monolingual JSON, in memory. Facts and probe of the real one say what it does. */
export class MemoryService {
  readonly #options: MemoryServiceOptions;
  readonly #repository: MemoryRepository;
  readonly #languages = new Map<string, Language>();
  readonly #log: LogEntry[] = [];
  #remote: string;
  #failure: string | undefined;
  #lock: Lock | undefined;
  #time = Date.UTC(2026, 0, 1);
  #isFailing: boolean;

  constructor(options: MemoryServiceOptions) {
    this.#isFailing = options.firstReplaceFails === true;
    this.#options = options;
    this.#repository = options.upstream;
    this.#remote = this.#upstreamTip();
    this.#head = this.#remote;
    this.#scan(true);
  }

  get isLocked(): boolean {
    return this.#lock !== undefined;
  }

  /** A translator saves a text. @throws {Error} where the service refuses it */
  save(language: string, key: string, text: string): void {
    const place = this.#languages.get(language);
    if (place === undefined) throw refused(404, "Not found.");
    if (this.isLocked) throw locked();
    const old = place.units.get(key);
    if (old === undefined) throw refused(404, `has no string ${key}`);
    if (old === text) return;
    this.#write(place, key, text);
    this.#note(old === "" ? 5 : 2, { language, target: text, old, user: "jana" });
  }

  /** What the service shows of a language, texts that are in no file yet too. */
  texts(language: string): Texts {
    const units = this.#languages.get(language)?.units ?? new Map<string, string>();
    return Object.fromEntries([...units].filter(([, text]) => text !== ""));
  }

  addLanguage(code: string): void {
    if (this.isLocked) throw locked();
    const path = `locales/${code}.json`;
    if (this.#languages.has(code) || this.#files.has(path)) throw refused(400, `Could not add '${code}'!`);
    this.#commitPending();
    this.#commitFile(path, "{}\n", `Add ${code}`);
    this.#scan(false);
  }

  removeLanguage(code: string): void {
    const place = this.#languages.get(code);
    if (place === undefined) throw refused(404, "Not found.");
    if (this.isLocked) throw locked();
    this.#commitPending();
    const files = new Map(this.#files);
    files.delete(place.path);
    this.#commit(files, `Remove ${code}`);
    this.#scan(false);
  }

  port(): TranslationService {
    const { project, component: slug } = this.#options;
    const path = { project, categories: [], component: slug };
    const url = `https://service.test/api/components/${project}/${slug}/`;
    const component = (): ServiceComponent => ({
      path,
      url,
      webUrl: url,
      name: slug,
      fileFormat: "json",
      template: SOURCE,
      newBase: "",
      filemask: "locales/*.json",
      repository: this.#repository.url,
      branch: "main",
      sourceLanguage: "en",
      isGlossary: false,
      locked: this.isLocked,
    });
    return {
      url: "https://service.test",
      projects: async () => [project],
      components: async () => [component()],
      component: async () => component(),
      createLike: () => Promise.reject(new Error("not played")),
      removeComponent: () => Promise.reject(new Error("not played")),
      translation: async ({ url: wanted }) => {
        const language = [...this.#languages.values()].find(({ code }) => addressOf(code) === wanted);
        if (language === undefined) throw refused(404, "Not found.");
        return { translation: this.#shown(language), component: component() };
      },
      allTranslations: async () =>
        Array.from(this.#languages.values(), (language) => ({
          translation: this.#shown(language),
          component: component(),
        })),
      translations: async () => [...this.#languages.values()].map((language) => this.#shown(language)),
      projectRepository: async () => this.status(),
      componentRepository: async () => ({
        ...this.status(),
        remoteCommit: this.#remote,
        // Hidden as soon as the component is locked after it (probe §4).
        ...(this.#failure === undefined || this.isLocked ? {} : { mergeFailure: this.#failure }),
      }),
      operateProject: async (_, operation) => this.#operate(operation),
      operateComponent: async (_, operation) => this.#operate(operation),
      isLocked: async () => this.isLocked,
      setLock: async (_, wanted) => this.#setLock(wanted ? "bot" : undefined, "bot"),
      download: async ({ language }) => this.#download(language),
      downloadAll: async (_, wanted) => new Map(wanted.map((each) => [each.filename, this.#download(each.language)])),
      units: async () => [],
      comments: async () => [],
      comment: async () => undefined,
      hasReviews: async () => false,
      upload: async (translation, upload) => this.#upload(translation.language, upload),
      addLanguage: async (_, code) => {
        this.addLanguage(code);
        const added = this.#languages.get(code);
        if (added === undefined) throw refused(400, `Could not add '${code}'!`);
        return this.#shown(added);
      },
      changes: (translation, actions) => newestFirst(this.#log, actions, translation.language),
      componentChanges: (_, actions) => newestFirst(this.#log, actions),
      projectChanges: (_, actions) => newestFirst(this.#log, actions),
      newestChanges: async () => {
        const [newest, ...others] = this.#log.slice(-NEWEST).toReversed();
        return newest && { count: this.#log.length, entries: [newest, ...others], now: this.#time + this.#pause() };
      },
      recentChanges: async (_, isWanted) => {
        const entries = this.#log.toReversed();
        const end = entries.findIndex((change) => !isWanted(change));
        return { count: entries.length, entries: end === -1 ? entries : entries.slice(0, end) };
      },
      downloadProject: async (_, wanted) => wanted.map(({ language }) => this.#download(language)),
      user: async (address) => ({ username: address, fullName: address }),
      ownUsername: async () => "bot",
      settled: async () => undefined,
      traffic: () => ({ requests: 0, bytesSent: 0, bytesReceived: 0 }),
    };
  }

  get #head(): string {
    return this.#repository.refs.get(BRANCH) ?? "";
  }

  set #head(commit: string) {
    this.#repository.refs.set(BRANCH, commit);
  }

  get #files(): MemoryTree {
    return this.#repository.at(this.#head).files;
  }

  #upstreamTip(): string {
    const tip = this.#repository.tip("main");
    if (tip === undefined) throw new Error("upstream has no main");
    return tip;
  }

  #shown({ code, path: filename, revision, units }: Language): ServiceTranslation {
    const url = addressOf(code);
    const translated = [...units.values()].filter((text) => text !== "").length;
    const isSource = filename === SOURCE;
    return {
      url,
      webUrl: url,
      translateUrl: url,
      language: code,
      languageName: code,
      languageCode: code,
      filename,
      revision,
      ...(this.#files.has(SOURCE) ? { templateRevision: this.#files.get(SOURCE) ?? "" } : {}),
      isSource,
      isTemplate: isSource,
      lastChange: new Date(this.#time).toISOString(),
      counters: {
        total: units.size,
        totalWords: units.size,
        translated,
        translatedWords: translated,
        translatedPercent: units.size === 0 ? 100 : (translated / units.size) * 100,
        fuzzy: 0,
        failingChecks: 0,
      },
    };
  }

  /** Of its own clone. */
  status(): RepositoryStatus {
    return {
      needsCommit: [...this.#languages.values()].some(({ pending }) => pending.size > 0),
      needsMerge: this.#repository.between(this.#head, this.#remote).length > 0,
      needsPush: this.#repository.between(this.#remote, this.#head).length > 0,
    };
  }

  #write(place: Language, key: string, text: string): void {
    place.units.set(key, text);
    place.pending.add(key);
  }

  #textsOf(path: string): Texts {
    const blob = this.#files.get(path);
    return blob === undefined ? {} : JSON.parse(Buffer.from(this.#repository.read(blob)).toString("utf8"));
  }

  #print(path: string, texts: Texts): string {
    const blob = this.#files.get(path);
    const text = blob === undefined ? "" : Buffer.from(this.#repository.read(blob)).toString("utf8");
    const kept = /^ +(?=")/m.exec(text)?.[0].length ?? 2;
    return `${JSON.stringify(texts, undefined, this.#options.kind === "real" ? 4 : kept)}\n`;
  }

  #commit(files: MemoryTree, message: string): void {
    this.#head = this.#repository.commit(files, [this.#head], message, "Jana <jana@example.org>");
  }

  #commitFile(path: string, content: string | Uint8Array, message: string): void {
    const files = new Map(this.#files);
    const blob = this.#repository.store(content);
    if (files.get(path) !== blob) this.#commit(files.set(path, blob), message);
  }

  #commitPending(): void {
    for (const place of this.#languages.values()) {
      if (place.pending.size === 0) continue;
      const texts: Record<string, string> = { ...this.#textsOf(place.path) };
      for (const key of place.pending) texts[key] = place.units.get(key) ?? "";
      place.pending.clear();
      this.#commitFile(place.path, this.#print(place.path, texts), `Translated ${place.code}`);
      place.revision = this.#files.get(place.path) ?? "";
      this.#note(17, { language: place.code });
    }
  }

  /** Takes over what the files say. Texts that wait for a commit stay, unless all is read anew. */
  #scan(isReset: boolean): void {
    const source = this.#textsOf(SOURCE);
    const paths = [...this.#files.keys()].flatMap((path) => {
      const code = MASK.exec(path)?.[1];
      return code === undefined ? [] : [{ path, code }];
    });
    const codes = new Set(paths.map(({ code }) => code));
    for (const code of this.#languages.keys()) {
      if (codes.has(code)) continue;
      this.#languages.delete(code);
      this.#note(25, {});
    }
    for (const { path, code } of paths) {
      const known = this.#languages.get(code);
      const place = known ?? { code, path, revision: "", units: new Map(), pending: new Set() };
      this.#languages.set(code, place);
      if (isReset) place.pending.clear();
      const texts = this.#textsOf(path);
      for (const key of place.units.keys()) {
        if (key in source) continue;
        place.units.delete(key);
        place.pending.delete(key);
      }
      for (const key of Object.keys(source)) {
        const [old, target] = [place.units.get(key), texts[key] ?? ""];
        if (place.pending.has(key) || old === target) continue;
        place.units.set(key, target);
        const action = old === undefined ? (code === "en" ? 90 : 71) : 59;
        if (known !== undefined) this.#note(action, { language: code, target, old: old ?? "" });
      }
      const revision = this.#files.get(path) ?? "";
      // What is read anew says so, in the same transaction.
      if (revision !== place.revision) this.#note(0, { language: code });
      place.revision = revision;
    }
  }

  #download(language: string): Uint8Array {
    this.#commitPending();
    const blob = this.#files.get(this.#languages.get(language)?.path ?? "");
    if (blob === undefined) throw refused(404, "Not found.");
    return this.#repository.read(blob);
  }

  #operate(operation: string): OperationResult {
    switch (operation) {
      case "commit":
        this.#commitPending();
        return { result: true };
      case "file-scan":
        this.#commitPending();
        this.#scan(false);
        return { result: true };
      case "pull":
        return this.#pull();
      case "reset":
        this.#remote = this.#upstreamTip();
        this.#head = this.#remote;
        this.#scan(true);
        this.#merged(19);
        return { result: true };
      default:
        throw new Error(`${operation} is not played`);
    }
  }

  #pull(): OperationResult {
    this.#remote = this.#upstreamTip();
    const incoming = this.#repository.between(this.#head, this.#remote);
    if (incoming.length === 0) {
      this.#healed();
      return { result: true };
    }
    const base = this.#repository.mergeBase(this.#head, this.#remote);
    const before = base === undefined ? new Map<string, string>() : this.#repository.at(base).files;
    const after = this.#repository.at(this.#remote).files;
    const used = [SOURCE, ...[...this.#languages.values()].map(({ path }) => path)];
    if (used.some((path) => before.get(path) !== after.get(path))) this.#commitPending();
    const head = this.#rebased();
    if (head === undefined) return this.#failed();
    this.#head = head;
    this.#scan(false);
    this.#merged(21);
    return { result: true };
  }

  /** Own commits, one after the other, on upstream; undefined where one does not fit. */
  #rebased(): string | undefined {
    const repository = this.#repository;
    let onto = repository.at(this.#remote);
    for (const own of repository.between(this.#remote, this.#head).toReversed()) {
      const parent = own.parents[0];
      const base: MemoryTree = parent === undefined ? new Map() : repository.at(parent).files;
      const files = repository.merged(base, onto.files, own.files, this.#resolve);
      if (files === undefined) return undefined;
      const isEmptied =
        files.size === onto.files.size && [...files].every(([path, blob]) => onto.files.get(path) === blob);
      if (!isEmptied) onto = repository.at(repository.commit(files, [onto.id], own.message, own.author));
    }
    return onto.id;
  }

  get #resolve(): Resolve | undefined {
    const { kind, json } = this.#options;
    if (kind === "real") return undefined;
    return ({ path, base, ours, theirs }) => {
      const { changes, conflicts } = mergeCatalogues({
        ...(base !== undefined && { base: json.read(base, { path }) }),
        repository: json.read(ours, { path }),
        service: json.read(theirs, { path }),
        policy: "repository",
      });
      const isOpen = conflicts.some(({ repository = [], service = [] }) => !isEmpty(repository) && !isEmpty(service));
      return isOpen ? undefined : json.patch(ours, fromDonor(changes, theirs), { path });
    };
  }

  #failed(): OperationResult {
    this.#failure = "CONFLICT (content): Merge conflict";
    this.#note(23, { target: this.#failure, details: { error: this.#failure } });
    if (this.#lock === undefined && this.#options.locksOnFailure !== false) this.#setLock("automatic", null);
    return { result: false, detail: "Could not rebase local branch onto remote branch." };
  }

  #merged(action: number): void {
    this.#note(action, {});
    this.#healed();
  }

  #healed(): void {
    this.#failure = undefined;
    if (this.#lock === "automatic") this.#setLock(undefined, null);
  }

  #setLock(lock: Lock | undefined, user: string | null): void {
    if ((lock === undefined) === (this.#lock === undefined)) return;
    const isAutomatic = user === null;
    this.#lock = lock;
    this.#note(lock === undefined ? 15 : 14, { user, details: { auto: isAutomatic } });
  }

  #upload(code: string, { method, conflicts, content }: Upload): UploadResult {
    const place = this.#languages.get(code);
    if (place === undefined) throw refused(404, "Not found.");
    if (this.isLocked) throw locked();
    const texts: Texts = JSON.parse(Buffer.from(content).toString("utf8"));
    const total = Object.keys(texts).length;
    if (method === "replace") {
      this.#commitPending();
      const before = this.#head;
      this.#commitFile(place.path, content, `Replaced ${code}`);
      if (this.#isFailing) {
        this.#isFailing = false;
        throw new RemoteError("File upload has failed: Please try again later.", { code: "IL-S14", status: 400 });
      }
      // A file that is no change is not read either.
      if (this.#head !== before) this.#scan(false);
      return { notFound: 0, skipped: 0, accepted: place.units.size, total };
    }
    let accepted = 0;
    for (const [key, text] of Object.entries(texts)) {
      const old = place.units.get(key);
      const isNew = method === "add" && code === "en" && old === undefined;
      const mayChange = method === "translate" && old !== undefined && (old === "" || conflicts !== undefined);
      if (text === "" || old === text || (!isNew && !mayChange)) continue;
      this.#write(place, key, text);
      if (isNew) this.#addKey(key);
      if (code !== "en") this.#note(9, { language: code, target: text, old: old ?? "", user: "bot" });
      accepted += 1;
    }
    return { notFound: 0, skipped: total - accepted, accepted, total };
  }

  #addKey(key: string): void {
    for (const { code, units } of this.#languages.values()) if (code !== "en") units.set(key, "");
  }

  /** Every other time what the newest entries started is over when somebody asks. */
  #pause(): number {
    return this.#log.length % 2 === 0 ? 0 : 3_600_000;
  }

  #note(action: number, entry: Partial<LogEntry>): void {
    this.#time += 1000;
    const timestamp = new Date(this.#time).toISOString();
    const translation = entry.language === undefined ? null : addressOf(entry.language);
    const nothing = { component: null, author: null, user: null, target: "", old: "", details: {} };
    this.#log.push({ id: this.#log.length + 1, action, timestamp, translation, ...nothing, ...entry });
  }
}

function addressOf(language: string): string {
  return `https://service.test/api/translations/${language}/`;
}

async function* newestFirst(
  log: readonly LogEntry[],
  actions: readonly number[],
  language?: string,
): AsyncGenerator<ServiceChange> {
  for (const entry of log.toReversed()) {
    if (actions.includes(entry.action) && (language === undefined || entry.language === language)) yield entry;
  }
}

function refused(status: number, words: string): RemoteError {
  return new RemoteError(`answered ${String(status)}: ${words}`, { code: "IL-S06", status });
}

function locked(): RemoteError {
  return new RemoteError("answered 403: This translation is currently locked.", { code: "IL-S09", status: 403 });
}
