import type { Flags } from "../flags.ts";
import type { CheckId, Severity } from "./check-table.ts";
import { matchForm, type PluralTexts } from "./plural-match.ts";

/** One unit in one language, as the checks look at it. */
export interface CheckedText extends PluralTexts {
  /** One element per plural form of the source. */
  readonly source: readonly string[];
  /** One element per plural form of the language. */
  readonly target: readonly string[];
  /** The service's number (`unitStates`). */
  readonly state: number;
  /** Everything that applies: the component's, the source string's, the string's own. */
  readonly flags: Flags;
  readonly sourceLanguage: string;
  readonly language: string;
  /** How many plural forms the language has. */
  readonly pluralForms: number;
  /** The unit is the source string itself: it is looked at by other checks. */
  readonly isSource: boolean;
  /** Source texts of the other forms, where each form is a unit of its own. */
  readonly otherForms?: readonly string[];
  /** Several keys of the source file have this very text: `Invalid {{kind}}` for addresses, dates and numbers. */
  readonly isShared?: boolean;
  /** Whether another text of the source file has the placeholder: then the program may well know its value here too. */
  readonly isUsedElsewhere?: (placeholder: string) => boolean;
}

export interface CheckFinding {
  readonly check: CheckId;
  /** Plural form it is about, from 0. */
  readonly form: number;
  readonly severity: Severity;
  /** What is missing or too much, and what is expected. */
  readonly message: string;
}

/** What a check has to say of one form; without a severity the check's own counts. */
export interface Problem {
  readonly form: number;
  readonly message: string;
  readonly severity?: Severity;
}

/** Looks at a whole unit. */
export type Finder = (text: CheckedText) => Iterable<Problem>;

/** The code that looks, by check. */
export type Finders = Partial<Readonly<Record<CheckId, Finder>>>;

/** Message, or message with a severity that differs from the check's. */
export type Verdict = string | Omit<Problem, "form"> | undefined;

/** Looks at each translated form beside the source form it translates. */
export function perForm(look: (source: string, target: string, text: CheckedText) => Verdict): Finder {
  return function* findPerForm(text) {
    for (const [form, target] of text.target.entries()) {
      if (target === "") continue;
      const verdict = look(sourceOf(text, form), target, text);
      if (verdict !== undefined) yield problemOf(form, verdict);
    }
  };
}

/** Looks at each plural form of a source string. */
export function perSource(look: (source: string, text: CheckedText) => Verdict): Finder {
  return function* findPerSource(text) {
    for (const [form, source] of text.source.entries()) {
      const verdict = source === "" ? undefined : look(source, text);
      if (verdict !== undefined) yield problemOf(form, verdict);
    }
  };
}

export function problemOf(form: number, verdict: Exclude<Verdict, undefined>): Problem {
  return typeof verdict === "string" ? { form, message: verdict } : { form, ...verdict };
}

/** The source form beside which a form of the translation reads. */
export function sourceOf(text: CheckedText, form: number): string {
  const { source } = text;
  return source[source.length > 1 ? matchForm(text, form).beside : 0] ?? source[0] ?? "";
}

/** `pt_BR` → `pt`. */
export function baseLanguage(code: string): string {
  return code.split(/[-_@]/, 1)[0]?.toLowerCase() ?? "";
}

/** `"%s", "%d"` for a message. */
export function quoteAll(texts: Iterable<string>): string {
  return Array.from(texts, (text) => JSON.stringify(text)).join(", ");
}
