import type {
  ServiceChange,
  ServiceTranslation,
  TranslationService,
} from "../../service-client/translation-service.ts";
import { RemoteError } from "../../core/errors.ts";
import type { Translator, UnitDifference } from "../plan.ts";

/** Change actions by which a person's text comes into a translation (facts §1.1, "content"). */
const CONTENT_ACTIONS: readonly number[] = [2, 5, 7, 9, 36, 37];

/** How many changes of one translation are read at most to find the authors of its new texts. */
const CHANGES_LIMIT = 1_000;

export interface CreditRequest {
  /** The file that the texts go to. */
  readonly path: string;
  readonly translation: ServiceTranslation;
  /** The units this run brings into git. */
  readonly differences: readonly UnitDifference[];
}

/**
 * Who wrote the texts that this run brings. The newest change with exactly that text names the author, so nobody is
 * credited for work that is not in the commit. Bots and the service itself are nobody.
 */
export async function creditTranslators(
  service: TranslationService,
  requests: readonly CreditRequest[],
  address: "noreply" | "email",
): Promise<readonly Translator[]> {
  const authored = await Promise.all(
    requests.map(async (request) => {
      const authors = await authorsOf(service, request);
      return authors.map((author) => ({ author, path: request.path }));
    }),
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

/** One author address per attributed unit. A translator without visible changes costs the credit, never the run. */
async function authorsOf(
  service: TranslationService,
  { translation, differences }: CreditRequest,
): Promise<readonly string[]> {
  const open = new Map<string, number>();
  for (const { after } of differences) {
    if (after === undefined) continue;
    const text = changeText(after);
    open.set(text, (open.get(text) ?? 0) + 1);
  }
  const authors: string[] = [];
  let read = 0;
  try {
    for await (const change of service.changes(translation, CONTENT_ACTIONS)) {
      if (open.size === 0 || read >= CHANGES_LIMIT) break;
      read += 1;
      const author = change.author ?? change.user;
      const text = splitPlurals(change);
      const left = open.get(text);
      // Whoever uploads or carries over a text is not its author: somebody wrote it before.
      if (left === undefined || (author !== null && isServiceAccount(usernameOf(author)))) continue;
      if (left === 1) open.delete(text);
      else open.set(text, left - 1);
      if (author !== null) authors.push(author);
    }
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
  }
  return authors;
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
