import type { Format } from "../../formats/format.ts";
import { catalogueOf } from "../../mapping/catalogue-paths.ts";
import { componentName, type Binding, type ComponentPath } from "../../mapping/binding.ts";
import { nameToday } from "../../sync/observe/reader-of.ts";
import type { ServiceComponent } from "../../service-client/translation-service.ts";
import { componentShape, type ComponentShape } from "../../mapping/component-shape.ts";
import { counted, listed } from "../../report/words/words.ts";
import { newComponentSettings, type FileEncoding } from "./component-settings.ts";
import type { NewComponentSettings } from "../../service-client/service-set-up.ts";

/** A file to be written into the working tree. */
export interface FileToWrite {
  readonly path: string;
  readonly text: string;
}

/** What a component of the mapping has in git, and on the service. */
export interface BoundComponent {
  readonly binding: Binding;
  /** Undefined where nobody here reads the source file. */
  readonly format: Format | undefined;
  /** Where the service has to be told. */
  readonly encoding: FileEncoding | undefined;
  /** Of the source texts, where the files themselves say it: the service's code. */
  readonly sourceLanguage?: string;
  /** Files in git: the source first. */
  readonly files: readonly BoundFile[];
  /** Undefined where the service has no such component, or does not show it. */
  readonly served: ServedState | undefined;
}

/** What the service has of a component. */
export interface ServedState {
  readonly component: ServiceComponent;
  readonly languages: readonly string[];
  /** It reads this very repository, and takes the source from there. */
  readonly isOurs: boolean;
  /** Address of the repository that it reads, where that is another one. */
  readonly otherRepository?: string;
  /** What a push of git's source would do; only where the two differ. */
  readonly source?: SourceDifference;
}

/** Numbers of source strings. */
export interface SourceDifference {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  /** Of those that the service has. */
  readonly total: number;
}

export interface BoundFile {
  readonly path: string;
  readonly blob: string;
  /** The service's code; undefined of a source whose path tells none. */
  readonly language: string | undefined;
}

/** A repository's address that the service can read, and its branch. */
export interface ReadableRepository {
  readonly address: string;
  readonly branch: string;
  /** How it is known that the service can read it. */
  readonly because: string;
}

/** All that the plan depends on. */
export interface SetUpObservation {
  readonly service: string;
  readonly mapping: {
    readonly path: string;
    /** Undefined where the mapping that is there stays. */
    readonly write?: FileToWrite;
    /** How it differs from what is there. */
    readonly difference?: string;
  };
  /** Projects of the mapping → whether the token sees them. */
  readonly projects: ReadonlyMap<string, boolean>;
  /** Address of the project's web site. */
  readonly web: string;
  readonly components: readonly BoundComponent[];
  /** Of the source texts, where somebody names it: the service's code. */
  readonly sourceLanguage?: string | undefined;
  readonly repository: ReadableRepository | undefined;
  /** Undefined where the forge has no workflows that are known here. */
  readonly workflow: (FileToWrite & { readonly existing: ExistingWorkflow }) | undefined;
}

/** Of a workflow that is there: `same` runs this mapping, one with a mapping runs that instead, and `other` runs none. */
export type ExistingWorkflow = "same" | "other" | { readonly mapping: string } | undefined;

export type SetUpStep =
  | { readonly kind: "write-mapping"; readonly file: FileToWrite; readonly reason: string }
  | {
      readonly kind: "create-project";
      readonly slug: string;
      readonly web: string;
      readonly languageAliases: Readonly<Record<string, string>>;
      readonly reason: string;
    }
  | {
      readonly kind: "create-component";
      readonly component: ComponentPath;
      readonly settings: NewComponentSettings;
      readonly encoding: FileEncoding | undefined;
      readonly from:
        | { readonly kind: "repository"; readonly address: string; readonly branch: string }
        | { readonly kind: "files"; readonly files: readonly ArchivedFile[] };
      readonly languages: readonly string[];
      readonly reason: string;
    }
  | {
      readonly kind: "send-translations";
      readonly component: ComponentPath;
      readonly languages: readonly string[];
      readonly reason: string;
    }
  | { readonly kind: "write-workflow"; readonly file: FileToWrite; readonly reason: string };

/** A file of git that goes to the service. */
export interface ArchivedFile {
  readonly binding: Binding;
  readonly file: BoundFile;
}

export interface SetUpPlan {
  readonly steps: readonly SetUpStep[];
  /** What is there already, and stays as it is although it differs. */
  readonly differences: readonly { readonly subject: string; readonly message: string }[];
  /** What nobody but a person can do for a component. */
  readonly impossible: readonly { readonly subject: string; readonly message: string; readonly remedy: string }[];
}

/** What makes the service hold what git holds, and the repository keep it so. Pure. */
export function planSetUp(observed: SetUpObservation): SetUpPlan {
  const steps: SetUpStep[] = [];
  const differences: SetUpPlan["differences"][number][] = [];
  const impossible: SetUpPlan["impossible"][number][] = [];
  const { mapping, workflow } = observed;
  if (mapping.write !== undefined) {
    const reason = mapping.difference ?? "there is none yet";
    steps.push({ kind: "write-mapping", file: mapping.write, reason });
  }
  for (const [slug, isThere] of observed.projects) {
    if (isThere) continue;
    const languageAliases = aliasesFor(slug, observed) ?? {};
    const reason = "the service has no such project, or the token may not see it";
    steps.push({ kind: "create-project", slug, web: observed.web, languageAliases, reason });
  }
  for (const component of observed.components) {
    const { binding, format, served } = component;
    const subject = componentName(binding.component);
    if (served !== undefined) {
      differences.push(
        ...[
          ...(format === undefined ? [] : differencesOf(componentShape(binding, format), served.component)),
          ...sourceDifferences(served),
        ].map((message) => ({ subject, message })),
      );
      const languages = missingLanguages(component, served.languages);
      if (languages.length > 0 && served.component.template === "" && served.component.newBase === "") {
        const message = `git has languages that the service lacks (${languages.join(", ")}), and it adds none to a component without a template`;
        const remedy =
          "Let the service read this repository, or commit a template (.pot) and name it: `source` in the mapping, and the template for new translations in the component's settings.";
        impossible.push({ subject, message, remedy });
      } else if (languages.length > 0) {
        const reason = "git has these languages, the service lacks them";
        steps.push({ kind: "send-translations", component: binding.component, languages, reason });
      }
    } else if (format === undefined) {
      const message = `Interlinear cannot read the format of ${binding.source ?? binding.translations}, so it does not know the settings`;
      const remedy = `Create the component on the service with the file mask ${binding.translations.replace(/\{language[^}]*\}/, "*")}, then run this again.`;
      impossible.push({ subject, message, remedy });
    } else steps.push(createStep(component, format, observed));
  }
  if (workflow !== undefined && workflow.existing === undefined) {
    const { path, text } = workflow;
    steps.push({ kind: "write-workflow", file: { path, text }, reason: "nothing keeps both sides in step yet" });
  } else if (workflow?.existing === "other") {
    differences.push({ subject: workflow.path, message: "it exists already and does not run Interlinear" });
  } else if (typeof workflow?.existing === "object") {
    const message = `it runs Interlinear with the mapping ${workflow.existing.mapping}, and nothing runs it with ${mapping.path}`;
    differences.push({ subject: workflow.path, message });
  }
  return { steps, differences, impossible };
}

function createStep(
  { binding, files, encoding, sourceLanguage: own }: BoundComponent,
  format: Format,
  observed: SetUpObservation,
): SetUpStep {
  const { repository, projects, sourceLanguage } = observed;
  const settings = newComponentSettings(componentShape(binding, format), own ?? sourceLanguage);
  const languages = languagesOf({ binding, files }).filter((language) => isWanted(binding, language));
  const about = { kind: "create-component", component: binding.component, settings, encoding, languages } as const;
  const isCatalogue = catalogueOf(binding.source ?? "") !== undefined;
  const hasAliases = Object.keys(binding.languages.aliases).length > 0;
  const { project } = binding.component;
  const isUnknownThere = hasAliases && (projects.get(project) === true || aliasesFor(project, observed) === undefined);
  if (repository !== undefined && !isCatalogue && !isUnknownThere && (binding.exclude ?? []).length === 0) {
    const { address, branch, because } = repository;
    return { ...about, from: { kind: "repository", address, branch }, reason: because };
  }
  const sent = files.filter(({ path, language }) => path === binding.source || isWanted(binding, language));
  const from = { kind: "files", files: sent.map((file) => ({ binding, file })) } as const;
  const reason = isCatalogue
    ? "its languages are sent as files of their own, as the service does not read string catalogues"
    : repository === undefined
      ? "its files are sent: there is no address at which the service can read this repository"
      : isUnknownThere
        ? "its files are sent, as the project does not know the language codes in their names"
        : "its files are sent, as the mapping leaves some of them out";
  return { ...about, from, reason };
}

/** Whether a language of git is to be on the service. */
function isWanted({ languages: { only, except } }: Binding, language: string | undefined): boolean {
  return language === undefined || (!except.includes(language) && (only === undefined || only.includes(language)));
}

function missingLanguages({ files, binding }: BoundComponent, known: readonly string[]): readonly string[] {
  return languagesOf({ binding, files }).filter((language) => !known.includes(language) && isWanted(binding, language));
}

/** Of the translations. */
function languagesOf({ files, binding }: Pick<BoundComponent, "files" | "binding">): readonly string[] {
  return files.flatMap(({ path, language }) => (path === binding.source ? [] : (language ?? [])));
}

function differencesOf(shape: ComponentShape, component: ServiceComponent): readonly string[] {
  const compared: readonly (readonly [what: string, there: string | undefined, here: string | undefined])[] = [
    ["its file format", nameToday(component.fileFormat), shape.fileFormat],
    ["its file mask", component.filemask, shape.filemask],
    ["its base file", component.template, shape.template],
    ["its source language", component.sourceLanguage, shape.sourceLanguage],
  ];
  return compared.flatMap(([what, there, here]) =>
    there === undefined || here === undefined || there === here
      ? []
      : [`${what} is ${there === "" ? "none" : there}; by the mapping it is ${here === "" ? "none" : here}`],
  );
}

/** Whose source strings the service has, where they are not git's: they are never sent without being shown. */
function sourceDifferences({ otherRepository, source }: ServedState): readonly string[] {
  const from = otherRepository === undefined ? [] : [`it reads another repository, ${otherRepository}`];
  if (source === undefined) return from;
  const { added, changed, removed, total } = source;
  const isFromElsewhere = (total - changed - removed) * 2 < total;
  const there = isFromElsewhere ? "it is there already, filled from elsewhere" : "its source strings are not git's";
  const would = Object.entries({ add: added, change: changed, remove: removed })
    .filter(([, count]) => count > 0)
    .map(([verb, count]) => `${verb} ${String(count)}`);
  return [...from, `${there}: a push would ${listed(would, 3)}; ${counted(total, "source string")} are there`];
}

/** Of `language_aliases` of a project: `code:code,code:code`. */
const LONGEST_ALIASES = 200;

/**
 * Code in file names → the service's, over all components of a project; undefined where there are more than a project takes. Files
 * that are sent need none of them: their names are written as everybody writes them.
 */
function aliasesFor(project: string, { components }: SetUpObservation): Readonly<Record<string, string>> | undefined {
  const pairs = components
    .filter(({ binding }) => binding.component.project === project)
    .flatMap(({ binding }) => Object.entries(binding.languages.aliases))
    .flatMap(([code, text]) => (code === text ? [] : [[text, code] as const]));
  const aliases = Object.fromEntries(pairs);
  const length = Object.entries(aliases).join(",").length;
  return length > LONGEST_ALIASES ? undefined : aliases;
}
