import type {
  ServiceChange,
  ServiceTranslation,
  TranslationService,
} from "../../service-client/translation-service.ts";
import { RemoteError } from "../../core/errors.ts";
import type { Differences, DownloadStep, Translator } from "../plan.ts";

/** Change actions by which a person's text comes into a translation (facts §1.1, "content"). */
const CONTENT_ACTIONS: readonly number[] = [2, 5, 7, 9, 36, 37];

/** How many changes of one translation are read at most to find the authors of its new texts. */
const CHANGES_LIMIT = 1_000;
/** So many files of a project are asked for one by one; more of them by the list of the whole project. */
const FEW_FILES = 2;
/** How many changes of one project are read at most: five requests. */
const PROJECT_LIMIT = 5_000;

export interface CreditRequest {
  readonly project: string;
  /** The file that the texts go to. */
  readonly path: string;
  readonly translation: ServiceTranslation;
  /** The units this run brings into git. */
  readonly differences: Differences;
  /** The file is a later one than was announced: somebody wrote in it while the run went on. */
  readonly hasMoved: boolean;
}

/** Of what an archive brings, some is new for certain. */
const MANY_FILES = 8;

/** Lists of projects' changes that are asked for before it is known whose texts they are to tell. */
export class BegunLists {
  readonly #service: Pick<TranslationService, "projectChanges">;
  readonly #lists = new Map<string, AsyncIterable<ServiceChange>>();

  constructor(service: Pick<TranslationService, "projectChanges">) {
    this.#service = service;
  }

  /** Of the projects that many files come from that git does not have: the answer comes while they are fetched and read. */
  begin(steps: readonly DownloadStep[]): void {
    const fresh = steps.filter(({ from }) => from === undefined);
    for (const [project, { length }] of Map.groupBy(fresh, ({ component }) => component.split("/", 1)[0] ?? "")) {
      if (length < MANY_FILES || this.#lists.has(project)) continue;
      this.#lists.set(project, begun(this.#service.projectChanges(project, CONTENT_ACTIONS)));
    }
  }

  /** @param isLate whether texts are looked for that may have been written after the list was asked for */
  of(project: string, isLate = false): AsyncIterable<ServiceChange> {
    const known = isLate ? undefined : this.#lists.get(project);
    this.#lists.delete(project);
    return known ?? this.#service.projectChanges(project, CONTENT_ACTIONS);
  }
}

function begun<Item>(list: AsyncIterable<Item>): AsyncIterable<Item> {
  const items = list[Symbol.asyncIterator]();
  const first = items.next();
  // Whoever reads it hears of it.
  first.catch(() => undefined);
  return {
    async *[Symbol.asyncIterator]() {
      for (let next = await first; next.done !== true; next = await items.next()) yield next.value;
    },
  };
}

/** A text of a file, and who wrote it: an address. */
interface Authored {
  readonly author: string;
  readonly path: string;
}

/**
 * Who wrote the texts that this run brings. The newest change with exactly that text names the author, so nobody is
 * credited for work that is not in the commit. Bots and the service itself are nobody.
 * @param recent the newest entries of projects' lists of changes that are known already, newest first
 */
export async function creditTranslators(
  service: TranslationService,
  requests: readonly CreditRequest[],
  address: "noreply" | "email",
  recent: ReadonlyMap<string, readonly ServiceChange[]> = new Map(),
  lists = new BegunLists(service),
): Promise<readonly Translator[]> {
  const open = requests.map((request) => new OpenFile(request));
  const projects = Map.groupBy(open, ({ about }) => about.project);
  const authored = await Promise.all(
    Array.from(projects, ([project, files]) =>
      authorsOf(service, files, recent.get(project) ?? [], () =>
        lists.of(
          project,
          files.some(({ about }) => about.hasMoved),
        ),
      ),
    ),
  );
  const work = Map.groupBy(authored.flat(), ({ author }) => author);
  const translators = await Promise.all(
    [...work].map(async ([url, texts]): Promise<Translator[]> => {
      const user = await service.user(url).catch((error: unknown) => {
        // A user that the token may not see gets no line; the run does not fail for it.
        if (error instanceof RemoteError) return undefined;
        throw error;
      });
      if (user === undefined || user.isBot === true || isServiceAccount(user.username)) return [];
      return [
        {
          name: user.fullName === "" ? user.username : user.fullName,
          email: (address === "email" ? user.email : undefined) ?? noreplyAddress(user.username, service.url),
          username: user.username,
          strings: texts.length,
          files: stringsByFile(texts),
        },
      ];
    }),
  );
  return translators.flat().toSorted((a, b) => b.strings - a.strings || (a.name < b.name ? -1 : 1));
}

function stringsByFile(texts: readonly { readonly path: string }[]): Readonly<Record<string, number>> {
  const byPath = Map.groupBy(texts, ({ path }) => path);
  return Object.fromEntries(Array.from(byPath, ([path, inFile]) => [path, inFile.length]));
}

/** A file whose texts' authors are looked for. Those of a new file are read when somebody has written in it. */
class OpenFile {
  readonly about: Omit<CreditRequest, "differences">;
  readonly #differences: Differences;
  /** Text → how many units have it and no author yet. */
  #texts: Map<string, number> | undefined;

  constructor({ differences, ...about }: CreditRequest) {
    this.about = about;
    this.#differences = differences;
    if (differences.areNew !== true) this.#texts = textsOf(differences);
  }

  get isOpen(): boolean {
    return (this.#texts?.size ?? this.#differences.length) > 0;
  }

  /** Whether a unit has that text and no author yet; it has one from now on. */
  take(text: string): boolean {
    this.#texts ??= textsOf(this.#differences);
    const left = this.#texts.get(text);
    if (left === undefined) return false;
    if (left === 1) this.#texts.delete(text);
    else this.#texts.set(text, left - 1);
    return true;
  }
}

function textsOf(differences: Differences): Map<string, number> {
  const texts = new Map<string, number>();
  for (const { after } of differences) {
    if (after === undefined) continue;
    const text = changeText(after);
    texts.set(text, (texts.get(text) ?? 0) + 1);
  }
  return texts;
}

/**
 * One author address per attributed unit. What many files need, the project's own list tells, newest first; where that is too long, the
 * few that are left are asked for themselves. Translators without visible changes cost the credit, never the run.
 */
async function authorsOf(
  service: TranslationService,
  files: readonly OpenFile[],
  recent: readonly ServiceChange[],
  listOfProject: () => AsyncIterable<ServiceChange>,
): Promise<readonly Authored[]> {
  const found: Authored[] = [];
  const all = new Map(files.map((file) => [file.about.translation.url, file]));
  for (const change of recent.filter(({ action }) => CONTENT_ACTIONS.includes(action))) {
    const file = all.get(change.translation ?? "");
    if (file !== undefined) found.push(...attribute(file, change));
  }
  const read = new Set(recent.map(({ id }) => id));
  let left = files.filter(({ isOpen }) => isOpen);
  if (left.length > FEW_FILES) {
    const byAddress = new Map(left.map((file) => [file.about.translation.url, file]));
    const isWhole = await readList(listOfProject(), PROJECT_LIMIT, (change) => {
      if (read.has(change.id)) return true;
      const file = byAddress.get(change.translation ?? "");
      if (file !== undefined) found.push(...attribute(file, change));
      if (file !== undefined && !file.isOpen) byAddress.delete(file.about.translation.url);
      return byAddress.size > 0;
    });
    left = left.filter(({ isOpen }) => isOpen);
    if (isWhole || left.length > FEW_FILES) return found;
  }
  await Promise.all(
    left.map((file) =>
      readList(service.changes(file.about.translation, CONTENT_ACTIONS), CHANGES_LIMIT, (change) => {
        if (read.has(change.id)) return true;
        found.push(...attribute(file, change));
        return file.isOpen;
      }),
    ),
  );
  return found;
}

/** @returns whether the list was read to its end, or nothing more is wanted of it */
async function readList(
  list: AsyncIterable<ServiceChange>,
  most: number,
  goesOn: (change: ServiceChange) => boolean,
): Promise<boolean> {
  let read = 0;
  try {
    for await (const change of list) {
      if (!goesOn(change)) return true;
      read += 1;
      if (read >= most) return false;
    }
    return true;
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    return false;
  }
}

function attribute(file: OpenFile, change: ServiceChange): readonly Authored[] {
  const author = change.author ?? change.user;
  // Whoever uploads or carries over a text is not its author: somebody wrote it before.
  if (author !== null && isServiceAccount(usernameOf(author))) return [];
  const isTaken = file.take(splitPlurals(change));
  return isTaken && author !== null ? [{ author, path: file.about.path }] : [];
}

/** Plural forms stand in one string on a change, parted by record separators. */
function splitPlurals({ target }: ServiceChange): string {
  return changeText(target.split(/\u001e+/));
}

function changeText(forms: readonly string[]): string {
  return forms.join("\u001e");
}

/** `https://translate.example.org/api/users/jana/` → `jana` */
function usernameOf(address: string): string {
  return decodeURIComponent(/([^/]+)\/?$/.exec(address)?.[1] ?? "");
}

/** Accounts of the service that commit and import: `weblate:commit`, `bot-acme-ci`, `anonymous`. */
function isServiceAccount(username: string): boolean {
  return username === "anonymous" || username.startsWith("bot-") || username.includes(":");
}

/** Reveals nothing but the name that the service shows anyway, and reaches nobody. */
export function noreplyAddress(username: string, serviceUrl: string): string {
  const local = username.replace(/@.*$/, "").replaceAll(/[^A-Za-z0-9._+-]/g, "-");
  return `${local === "" ? "translator" : local}@users.noreply.${new URL(serviceUrl).hostname}`;
}
