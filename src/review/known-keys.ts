import { CONTEXT_SEPARATOR } from "../catalog/unit.ts";
import { nearest } from "../mapping/nearest.ts";

/** A source file and the keys in it. */
export interface KeySource {
  readonly path: string;
  readonly keys: Iterable<string>;
}

/** Beyond these a misspelt key is not worth the search: anybody may write code with any number of them. */
const MOST_CANDIDATES = 20_000;
const MOST_GUESSES = 50;
const LONGEST_GUESS = 60;
/** What is longer is a text, and has no parts. */
const LONGEST_KEY = 100;
/** Plural form, gender and context, each after an underscore; a text may have any number of them. */
const MOST_STEMS = 6;

/**
 * What the source files have, for the question whether code may ask for it. Doubt speaks for the code: a key may be asked
 * for below a prefix, in a namespace, without its plural form, or as a whole branch.
 */
export class KnownKeys {
  readonly #whole = new Set<string>();
  /** Ends and beginnings of keys at their dots, and keys without the parts after an underscore at their end. */
  readonly #parts = new Set<string>();
  readonly #segments = new Set<string>();
  /** Names of the files, which code may put before a key. */
  readonly #namespaces = new Set<string>();
  #hasProse = false;
  #guesses = 0;

  constructor(sources: Iterable<KeySource>) {
    for (const { path, keys } of sources) {
      for (const name of namespacesOf(path)) this.#namespaces.add(name);
      for (const key of keys) this.#add(asked(key));
    }
  }

  has(key: string): boolean {
    return this.#variantsOf(key).some((variant) => this.#whole.has(variant) || this.#parts.has(variant));
  }

  /** Whether a file has the name that stands before the key, or some key begins as this one does, up to its first dot. */
  hasRoot(key: string): boolean {
    const [namespace = ""] = key.split(/[.:]/, 1);
    if (namespace !== key && this.#namespaces.has(namespace)) return true;
    return this.#variantsOf(key).some((variant) => {
      const dot = variant.indexOf(".");
      return dot > 0 && this.#segments.has(variant.slice(0, dot));
    });
  }

  hasNamespace(name: string): boolean {
    return this.#namespaces.has(name);
  }

  /** Whether some key is a text of several words. */
  get hasProse(): boolean {
    return this.#hasProse;
  }

  /** A key that was probably meant; undefined where none is like it, and after many such questions. */
  nearest(key: string): string | undefined {
    this.#guesses += 1;
    if (this.#guesses > MOST_GUESSES || this.#whole.size > MOST_CANDIDATES || key.length > LONGEST_GUESS)
      return undefined;
    return this.#variantsOf(key)
      .map((variant) => nearest(variant, this.#whole))
      .find((found) => found !== undefined);
  }

  #add(key: string): void {
    this.#whole.add(key);
    // Resources of Android are asked for with underscores.
    if (key.includes(".") && !key.includes(" ")) this.#parts.add(key.replaceAll(".", "_"));
    if (/\s/.test(key)) this.#hasProse = true;
    const segments = key.length > LONGEST_KEY ? [] : key.split(".");
    let [start, end] = ["", key];
    for (const segment of segments.slice(0, -1)) {
      this.#segments.add(segment);
      start += (start === "" ? "" : ".") + segment;
      end = end.slice(segment.length + 1);
      this.#parts.add(start);
      this.#parts.add(end);
      this.#addStems(end);
    }
    this.#addStems(key);
  }

  #addStems(key: string): void {
    let stem = key;
    for (let count = 0; count < MOST_STEMS; count += 1) {
      const ending = stem.lastIndexOf("_");
      if (ending <= 0) return;
      stem = stem.slice(0, ending);
      this.#parts.add(stem);
    }
  }

  /** `common:save`, `messages.welcome` of messages.php, `admin/users.title`. */
  #variantsOf(key: string): readonly string[] {
    const colon = key.indexOf(":");
    const dot = key.indexOf(".");
    const namespace = dot > 0 ? (key.slice(0, dot).split("/").at(-1) ?? "") : "";
    return [
      key,
      ...(colon > 0 ? [key.slice(colon + 1)] : []),
      ...(this.#namespaces.has(namespace) ? [key.slice(dot + 1)] : []),
    ];
  }
}

/** `locales/en/common.json`: `common`; the folders' names may be one as well. */
function namespacesOf(path: string): readonly string[] {
  const parts = path.split("/");
  return [...parts.slice(0, -1), (parts.at(-1) ?? "").replace(/\..*$/, "")];
}

/** The key as code writes it: a gettext context is an argument of its own, and YAML's names are joined by dots. */
function asked(key: string): string {
  return key.slice(key.indexOf(CONTEXT_SEPARATOR) + 1).replaceAll("->", ".");
}
