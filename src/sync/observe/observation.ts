import type { KeyRename } from "../../catalog/renames.ts";
import type { Flaw } from "../../catalog/unit.ts";
import type { FileVersions } from "../agreement/file-versions.ts";
import type { Binding } from "../../mapping/binding.ts";
import type {
  RepositoryStatus,
  ServiceComponent,
  ServiceTranslation,
} from "../../service-client/translation-service.ts";

/** How the source file in git differs from the service's, key by key. */
export type SourceComparison =
  | {
      readonly kind: "compared";
      readonly added: number;
      readonly changed: number;
      /** Keys the service has and the file in git has not. */
      readonly removed: readonly string[];
      /** Keys that git has under another name than the service: neither new nor removed. */
      readonly renamed: readonly KeyRename[];
      /** How many of the new names the service lacks; those of an unfinished run it has already. */
      readonly namesToAdd: number;
      /** Keys of the service's file. */
      readonly total: number;
      /** What was read around in git's file; absent: nothing. */
      readonly flaws?: readonly Flaw[];
    }
  /** One side does not parse. */
  | {
      readonly kind: "unreadable";
      readonly side: "repository" | "service";
      readonly message: string;
      readonly line: number | undefined;
    }
  /** We have no reader for this format. */
  | { readonly kind: "opaque"; readonly format: string }
  /** No translation in git has all source texts: each of the two lacks some of the other's. */
  | { readonly kind: "scattered"; readonly paths: readonly [string, string]; readonly keys: readonly string[] };

export interface SourceObservation {
  /** Undefined where the translations alone hold the source texts. */
  readonly path: string | undefined;
  /** "" where git has no such file. */
  readonly blob: string;
  /** The translation in git that has all source texts of such a component. Only where this run could send it. */
  readonly fullest?: { readonly path: string; readonly blob: string };
  /** The service's translation that is the source; undefined where the service has none. */
  readonly translation: ServiceTranslation | undefined;
  /** The service has a template of git's with its charset in it, as a run sends it (`withCharset`). */
  readonly isAsSent?: true;
  /** Only where the two differ and this run could send the file. */
  readonly comparison?: SourceComparison;
}

export interface TranslationObservation {
  readonly translation: ServiceTranslation;
  readonly path: string;
  /** Blob id in git's index. */
  readonly blob: string | undefined;
  /** Git mode of that file. */
  readonly mode?: string | undefined;
  /** Only where git and service differ. */
  readonly versions?: FileVersions;
  /** The service's version was proposed when keys of the source had other names. */
  readonly hasNewNames?: true;
}

/** A file in git, bound to a language that the service does not have. */
export interface UnservedFile {
  readonly path: string;
  readonly blob: string;
  readonly language: string;
  /** Git mode of that file. */
  readonly mode?: string;
  /** Only where files of languages that are gone are removed. */
  readonly versions?: FileVersions;
}

/** What only the component itself tells; asked for where something differs. */
export interface ComponentFacts {
  readonly component: ServiceComponent;
  /** The service clones the repository we are in. */
  readonly readsThisRepository: boolean;
  /** The token may not see which repository it clones (`vcs.view`): it could be this very one. */
  readonly isAddressHidden?: true;
  /** The component whose clone this one shares, or itself: where repository operations act. */
  readonly owner: string;
}

export interface ComponentObservation {
  readonly name: string;
  readonly binding: Binding;
  readonly facts?: ComponentFacts;
  readonly source: SourceObservation;
  /** Without the source language, and without languages that the mapping leaves out. */
  readonly translations: readonly TranslationObservation[];
  /** How many the service has in all, those left out among them. */
  readonly served: number;
  readonly unserved: readonly UnservedFile[];
}

export interface ProjectObservation {
  readonly slug: string;
  /** `hidden`: the token may not see it; `not-asked`: this run does not need it. */
  readonly repository: RepositoryStatus | "hidden" | "not-asked";
}

/** Everything a plan is made of. Plain data. */
export interface Observation {
  readonly branch: string | undefined;
  readonly projects: readonly ProjectObservation[];
  readonly components: readonly ComponentObservation[];
}

const byName = new WeakMap<readonly ComponentObservation[], ReadonlyMap<string, ComponentObservation>>();

/** The component of a step: asked for each of tens of thousands. */
export function componentNamed(
  { components }: Pick<Observation, "components">,
  name: string,
): ComponentObservation | undefined {
  const known = byName.get(components) ?? new Map(components.map((component) => [component.name, component]));
  byName.set(components, known);
  return known.get(name);
}

/** The translation of a step or a text, the source's too. */
export function translationOf(
  observation: Pick<Observation, "components">,
  { component: name, language }: { readonly component: string; readonly language: string },
): ServiceTranslation | undefined {
  const component = componentNamed(observation, name);
  if (component?.source.translation?.language === language) return component.source.translation;
  return component?.translations.find(({ translation }) => translation.language === language)?.translation;
}
