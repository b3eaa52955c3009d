import { defined } from "../../core/defined.ts";
import type { FreezeSettings } from "../../mapping/binding.ts";
import { matchesBranch } from "../../mapping/branch-pattern.ts";
import type { Intent } from "./intent.ts";
import type { ComponentObservation, SourceObservation } from "../observe/observation.ts";
import type { Finding, Step, UploadStep } from "../plan.ts";
import { isSourceUpload } from "./source-upload.ts";

/**
 * Whether strings are frozen on a branch, and why: `strings are frozen on release/2 (freeze.branches: release/*)`.
 * @param branch undefined where none is checked out: then only the label can freeze
 * @param isLabelOpen whether an open pull request or issue has the label of the settings
 * @returns the reason, as `RunOptions.frozen` takes it; undefined where nothing is frozen
 */
export function isFrozen(
  { branches, label }: FreezeSettings,
  branch: string | undefined,
  isLabelOpen: boolean,
): string | undefined {
  if (label !== undefined && isLabelOpen)
    return `strings are frozen as long as an open pull request or issue has the label ${label}`;
  if (branch === undefined) return undefined;
  const pattern = branches.find((each) => matchesBranch(each, branch));
  if (pattern === undefined) return undefined;
  return `strings are frozen on ${branch} (freeze.branches: ${pattern})`;
}

interface Decided {
  readonly steps: readonly Step[];
  readonly findings: readonly Finding[];
  readonly inStep: number;
}

/**
 * Takes from what was decided for each component whatever could bring the service new or other source strings: uploads
 * of sources, what goes with them, and pulls of clones that read a source that differs. Translations go on.
 */
export function withoutFrozen(
  decisions: readonly Decided[],
  components: readonly ComponentObservation[],
  { frozen }: Intent,
): readonly Decided[] {
  if (frozen === undefined) return decisions;
  const owners = new Set(components.filter(differs).flatMap(({ facts }) => facts?.owner ?? []));
  return decisions.map((decision, index) => {
    const component = components[index];
    return component === undefined ? decision : withoutFrozenStrings(decision, component, owners, frozen);
  });
}

function differs({ source: { path, blob, translation, comparison } }: ComponentObservation): boolean {
  if (path === undefined) return comparison !== undefined;
  return translation !== undefined && translation.revision !== blob;
}

function withoutFrozenStrings(
  { steps, findings, inStep }: Decided,
  component: ComponentObservation,
  owners: ReadonlySet<string>,
  reason: string,
): Decided {
  const held = steps.filter((step) => bringsStrings(step, component, owners));
  const aboutSource = findings.filter((finding) => isWaitingSource(finding, component));
  if (held.length === 0 && aboutSource.length === 0) return { steps, findings, inStep };
  const files = held.filter((step) => step.kind === "upload").filter((step) => !isSourceUpload(step, component));
  const isSourceHeld = held.length > files.length || aboutSource.length > 0;
  return {
    steps: steps.filter((step) => !held.includes(step)),
    findings: [
      ...findings.filter((finding) => !aboutSource.includes(finding)),
      ...(isSourceHeld ? [heldSource(component, reason)] : []),
      ...files.map((step) => heldFile(step, reason)),
    ],
    inStep,
  };
}

const REMEDY = "Translations come as ever; this goes to the service as soon as the freeze is over.";

function heldSource(component: ComponentObservation, reason: string): Finding {
  const { name, source } = component;
  const skipped = { kind: "skipped", component: name, remedy: REMEDY } as const;
  return differs(component)
    ? {
        ...skipped,
        ...defined({ path: source.path }),
        message: `${reason}: ${waitingWords(source)} not go to the service`,
      }
    : { ...skipped, message: `${reason}: the service is not told to pull a clone in which another source differs` };
}

function heldFile({ component, language, path }: UploadStep, reason: string): Finding {
  const message = `${reason}: the whole file does not go to the service, which would take new strings from it`;
  return { kind: "skipped", component, language, path, message, remedy: REMEDY };
}

function bringsStrings(step: Step, component: ComponentObservation, owners: ReadonlySet<string>): boolean {
  if (step.kind === "rename") return true;
  if (step.kind === "pull-repository") return owners.has(step.owner);
  if (step.kind !== "upload") return false;
  // The whole file of a bilingual component brings the strings that it names.
  const isBilingual = component.facts?.component.template === "";
  return isSourceUpload(step, component) || (step.method === "replace" && isBilingual);
}

/** What a run says of a source that it did not send. */
function isWaitingSource({ kind, path }: Finding, { source }: ComponentObservation): boolean {
  return path === source.path && (kind === "ahead" || kind === "blocked");
}

/** `2 new, 1 changed do`, `the changed source does` */
function waitingWords({ comparison }: SourceObservation): string {
  if (comparison?.kind !== "compared") return "the changed source does";
  const { added, changed, removed, renamed } = comparison;
  const counts = { new: added, changed, renamed: renamed.length, removed: removed.length };
  const parts = Object.entries(counts).filter(([, count]) => count > 0);
  if (parts.length === 0) return "the changed source does";
  return `${parts.map(([word, count]) => `${String(count)} ${word}`).join(", ")} do`;
}
