import type { Place } from "../core/errors.ts";

/** Who wins where repository and service changed the same unit. `fail`: nobody; the run ends with exit code 3. */
export type ConflictPolicy = "service" | "repository" | "fail";

/** What becomes of a text from the service that would break the app. `report`: it goes through and is listed. */
export type ChecksPolicy = "hold-back" | "report" | "off";

/** A component's address: `acme/website`, or `acme/mobile/android` with the category in the middle. */
export interface ComponentPath {
  readonly project: string;
  /** Categories from the outside in; usually none or one. */
  readonly categories: readonly string[];
  readonly component: string;
}

export type UploadMethodSetting = "auto" | "source" | "add" | "translate" | "replace";
/** What of the translations in git goes to the service: nothing; languages it lacks; also what only git changed. */
export type PushTranslations = "never" | "missing" | "changed";

/** One entry of the mapping, resolved against the files of the repository: everything the engine needs, as plain data. */
export interface Binding {
  readonly component: ComponentPath;
  /** Repository path of the source file (template or .pot), with `/`. */
  readonly source: string;
  /** Repository path with one `{language}` or `{language:style}`, captures already filled in. */
  readonly translations: string;
  readonly conflicts: ConflictPolicy;
  readonly checks: ChecksPolicy;
  readonly languages: LanguageRules;
  readonly push: { readonly method: UploadMethodSetting; readonly translations: PushTranslations };
  readonly pull: { readonly minimumTranslated: number };
  /** Share of a file's keys (percent) that one run may remove without an explicit yes. */
  readonly removalLimit: number;
  readonly place: Place;
}

export interface LanguageRules {
  /** Service code → code in paths. */
  readonly aliases: Readonly<Record<string, string>>;
  readonly only?: readonly string[];
  readonly except: readonly string[];
}

/** The mapping file, resolved. */
export interface ResolvedMapping {
  readonly path: string;
  /** Origin and path of the service, no trailing slash: `https://translate.example.org`. The only place the token goes. */
  readonly service: string;
  readonly bindings: readonly Binding[];
  readonly pullRequest: PullRequestSettings;
}

export interface PullRequestSettings {
  /** Branch name; `{base}` stands for the base branch. */
  readonly branch: string;
  readonly title?: string;
  readonly labels: readonly string[];
  /** `noreply`: the translators' names with addresses that reveal nothing; `email`: their addresses; `off`: no trailers. */
  readonly creditTranslators: "noreply" | "email" | "off";
}

/** `acme/mobile/android` — for people, logs and as a key. */
export function componentName(path: ComponentPath): string {
  return [path.project, ...path.categories, path.component].join("/");
}
