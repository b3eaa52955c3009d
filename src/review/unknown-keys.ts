import { defined } from "../core/defined.ts";
import type { KeyCall } from "./key-calls.ts";
import type { KnownKeys } from "./known-keys.ts";
import type { UnknownKey } from "./review.ts";

/** A file of code that the change touches. */
export interface CodeFile {
  readonly path: string;
  /** At head. */
  readonly calls: readonly KeyCall[];
  /** Keys that the file asked for before the change; undefined where it is new. */
  readonly earlier: ReadonlySet<string> | undefined;
}

export interface KeySearch {
  readonly known: KnownKeys;
  /** Whether the change touches a gettext template: then the project keeps it in step with its code. */
  readonly isTemplateTouched: boolean;
  /** Whether keys are source texts everywhere: no file has names for them. */
  readonly isGettextOnly: boolean;
}

/** Keys that a framework brings itself. */
const FRAMEWORK: Readonly<Partial<Record<KeyCall["family"], RegExp>>> = {
  ruby: /^(?:date|time|datetime|number|support|errors|helpers|i18n|activerecord|activemodel|devise|will_paginate)\./,
  android:
    /^(?:abc_|mtrl_|material_|common_google_|google_|gcm_|firebase_|facebook_|default_web_client_id$|project_id$|ga_|exo_|nav_app_bar_|status_bar_notification)/,
};
const LARAVEL = new Set(["auth", "pagination", "passwords", "validation"]);

/**
 * Keys that code asks for since the change and that no source has. A key is only told where it is likely that the sources
 * are the place for it: they know its first part, or other keys that the same file asks for.
 */
export function unknownKeys(files: readonly CodeFile[], search: KeySearch): readonly UnknownKey[] {
  return files.flatMap((file) =>
    [...Map.groupBy(file.calls, ({ family }) => ruleOf(family, search))].flatMap(([rule, calls]) =>
      unknownIn({ ...file, calls }, rule, search),
    ),
  );
}

type Rule = KeyCall["family"];

function ruleOf(family: KeyCall["family"], { isGettextOnly }: KeySearch): Rule {
  return isGettextOnly && family !== "android" && family !== "apple" ? "gettext" : family;
}

function unknownIn({ path, calls, earlier }: CodeFile, rule: Rule, search: KeySearch): readonly UnknownKey[] {
  const { known } = search;
  const keys = [...new Set(calls.map(({ key }) => key))];
  const isOld = (key: string): boolean => earlier?.has(key) === true;
  const found = keys.filter((key) => known.has(key));
  const open = keys.filter((key) => !known.has(key));
  const evidence: Evidence = {
    known: found.length,
    knownBefore: found.filter(isOld).length,
    unknownBefore: open.filter(isOld).length,
    isNew: earlier === undefined,
  };
  const told = new Set(
    open.filter((key) => !isOld(key) && !isFrameworks(rule, key, known) && isLikely(rule, key, evidence, search)),
  );
  return calls.flatMap(({ key, line, call }): UnknownKey[] => {
    // The first place is enough.
    if (!told.delete(key)) return [];
    const close = rule === "gettext" ? undefined : known.nearest(key);
    return [{ key, path, line, call, ...defined({ nearest: close }) }];
  });
}

interface Evidence {
  readonly known: number;
  readonly knownBefore: number;
  /** Keys that were asked for already, and were not there either: another library's, or put together elsewhere. */
  readonly unknownBefore: number;
  readonly isNew: boolean;
}

function isLikely(rule: Rule, key: string, evidence: Evidence, { known, isTemplateTouched }: KeySearch): boolean {
  if (evidence.unknownBefore > evidence.known) return false;
  switch (rule) {
    case "gettext":
      // Many projects make their template long after the code: nothing is missing there.
      if (isTemplateTouched) return evidence.known > 0;
      return !evidence.isNew && evidence.knownBefore > 0 && evidence.unknownBefore === 0;
    case "android":
      return true;
    case "apple":
      return evidence.known > 0 || known.hasRoot(key);
    case "web":
    case "ruby":
    case "php":
      return isInSources(rule, key, known) && (evidence.known > 0 || known.hasRoot(key));
  }
}

/** A text of several words among names, and a key of a file that the mapping does not have, belong elsewhere. */
function isInSources(rule: Rule, key: string, known: KnownKeys): boolean {
  if (/\s/.test(key)) return known.hasProse;
  if (rule === "php" && key.includes(".")) return known.hasRoot(key);
  const [, namespace] = /^([\w-]+):/.exec(key) ?? [];
  return namespace === undefined || known.hasNamespace(namespace);
}

function isFrameworks(rule: Rule, key: string, known: KnownKeys): boolean {
  if (FRAMEWORK[rule]?.test(key) === true) return true;
  const [first = ""] = key.split(".");
  return rule === "php" && LARAVEL.has(first) && !known.hasNamespace(first);
}
