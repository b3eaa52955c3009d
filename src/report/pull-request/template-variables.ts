import type { BrokenText, Conflict, RunResult } from "../../sync/plan.ts";
import { brokenReasons, brokenPlace } from "../run/broken-section.ts";
import { projectsOf, type RunDigest } from "../run/run-digest.ts";
import { Address, Markdown, Named, type TemplateVariables } from "../template/template.ts";
import { wholePercent } from "../words/bar.ts";
import { displayKey, displayTexts } from "../words/display-key.ts";
import { isOnService, shorten } from "../words/escape.ts";
import type { Group } from "./grouping.ts";
import { standardTitle } from "./title.ts";

/** What a reader compares at a glance; one string may have megabytes. */
const LONGEST_TEXT = 1_000;
const LONGEST_NAME = 200;

/** What a template can say of a pull request beside what it brings. */
export interface TemplateContext {
  /** Branch that it goes to. */
  readonly base?: string | undefined;
  readonly branch?: string | undefined;
  readonly runUrl?: string | undefined;
  readonly group?: Group | undefined;
}

/** The standard text of a pull request, whole and in parts, as Markdown. */
export interface StandardParts {
  readonly standard: string;
  readonly table: string;
  readonly conflicts_section: string;
  readonly held_back_section: string;
  readonly changes_section: string;
  /** Who merges, and whether checks run. */
  readonly notices: string;
  readonly credits: string;
}

/** Of a title or a commit message; `standard` is the title that there is without a template. */
export function lineVariables(result: RunResult, digest: RunDigest, context: TemplateContext): TemplateVariables {
  return {
    standard: standardTitle(digest, 2, context.group),
    languages: digest.languages.map(
      ({ language, name, fresh, changed, removed, total, translated, gained, url }) =>
        new Named(name, {
          code: language,
          added: fresh,
          changed,
          removed,
          percent: total === undefined || translated === undefined ? null : wholePercent(translated, total),
          delta: gained,
          url: addressOn(result.service, url),
        }),
    ),
    components: digest.components.map((component) => new Named(component, countsOf(result, component))),
    projects: projectsOf(result).map((project) => new Named(project)),
    strings: digest.strings,
    files: digest.files,
    conflicts: result.conflicts.map(conflictItem),
    held_back: result.broken.filter(({ isHeldBack }) => isHeldBack).map((text) => heldBackItem(text, result.service)),
    translators: result.translators.map(
      ({ name, username, strings }) => new Named(name || username, { username, strings }),
    ),
    base: context.base ?? null,
    branch: context.branch ?? null,
    service: new Address(result.service),
    run_url: context.runUrl === undefined ? null : new Address(context.runUrl),
    group: context.group === undefined ? null : new Named(context.group.name, { key: context.group.key }),
  };
}

/** Of a pull request's text. */
export function bodyVariables(
  result: RunResult,
  digest: RunDigest,
  context: TemplateContext,
  parts: StandardParts,
): TemplateVariables {
  const sections = Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, new Markdown(text)]));
  return { ...lineVariables(result, digest, context), ...sections };
}

/** Links lead to the service and nowhere else, wherever it got them from. */
function addressOn(service: string, url: string | undefined): Address | null {
  return url !== undefined && isOnService(url, service) ? new Address(url) : null;
}

function countsOf({ files }: RunResult, component: string): { readonly strings: number; readonly files: number } {
  const own = files.filter((file) => file.component === component);
  return { strings: own.reduce((sum, { differences }) => sum + differences.length, 0), files: own.length };
}

function textOf(texts: readonly string[] | undefined): string {
  return shorten(displayTexts(texts), LONGEST_TEXT);
}

function conflictItem(conflict: Conflict): Named {
  const { key, language, component, path, line, taken } = conflict;
  return new Named(shorten(displayKey(key), LONGEST_NAME), {
    language,
    component,
    place: brokenPlace({ path, line }),
    before: textOf(conflict.base),
    here: textOf(conflict.repository),
    on_service: textOf(conflict.service),
    taken: taken === "none" ? "neither" : taken,
  });
}

function heldBackItem(text: BrokenText, service: string): Named {
  const { key, language, component, url } = text;
  return new Named(shorten(displayKey(key), LONGEST_NAME), {
    language,
    component,
    place: brokenPlace(text),
    reason: brokenReasons(text).join(" "),
    here: textOf(text.repository),
    on_service: textOf(text.service),
    url: addressOn(service, url),
  });
}
