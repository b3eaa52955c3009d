import type { Logger } from "../../core/logger.ts";
import type { ResolvedMapping } from "../../mapping/binding.ts";
import type { AgreementRecord } from "../agreement/agreement.ts";
import type { HealDependencies, Healing } from "./heal-clones.ts";
import { TOLD_BY_HEALING, type HealthFinding } from "../health/health.ts";
import type { Observation } from "../observe/observation.ts";
import type { Conflict, Finding, RenameStep, StepOutcome } from "../plan.ts";

interface RunHealDependencies extends HealDependencies {
  readonly record: AgreementRecord;
  readonly logger: Logger;
  readonly base?: { readonly branch: string; readonly commit: string };
}

/** What healing did to a run. */
export interface HealedRun {
  /** The service's files are others now. */
  readonly hasMoved: boolean;
  /** A step that failed for what is mended now. */
  readonly mended: (outcome: StepOutcome) => StepOutcome;
  /** The findings of health with those of healing in the place of what it was about. */
  readonly without: (findings: readonly HealthFinding[]) => readonly HealthFinding[];
  readonly conflicts: readonly Conflict[];
  /** Owners of clones whose healing is ended with the run. */
  readonly open: readonly string[];
  /** Owners of clones that were reset and lack what the record keeps for the next run. */
  readonly kept: readonly string[];
  /** Steps that a lock after the failed merge refused, and that can be taken now. */
  readonly toRepeat: (outcomes: readonly StepOutcome[], observation: Observation) => readonly RenameStep[];
  /** Clones were reset. */
  readonly hasReset: boolean;
}

const NOT_ASKED: HealedRun = {
  hasMoved: false,
  mended: (outcome) => outcome,
  without: (findings) => findings,
  conflicts: [],
  open: [],
  kept: [],
  toRepeat: () => [],
  hasReset: false,
};

interface Seen {
  readonly first: Observation;
  readonly outcomes: readonly StepOutcome[];
  readonly dryRun?: boolean;
}

interface SeenAgain {
  readonly observation: Observation;
  readonly outcomes: readonly StepOutcome[];
  readonly findings: readonly Finding[];
  readonly behind: ReadonlySet<string>;
}

/** Heals clones that a pull failed in, and those of projects whose state tells of a merge that waits. */
export async function healIfAsked(
  dependencies: RunHealDependencies,
  mapping: Pick<ResolvedMapping, "bindings">,
  { first, outcomes, dryRun = false }: Seen,
): Promise<HealedRun> {
  const failed = outcomes.some(({ step, outcome }) => step.kind === "pull-repository" && outcome === "failed");
  const waiting = first.projects.flatMap(({ slug, repository }) =>
    typeof repository === "object" && repository.needsMerge ? [slug] : [],
  );
  if (!failed && waiting.length === 0) return NOT_ASKED;
  const projects = new Set([
    ...waiting,
    ...outcomes.flatMap(({ step, outcome }) =>
      step.kind === "pull-repository" && outcome === "failed" ? [projectOf(step.component)] : [],
    ),
  ]);
  return heal(dependencies, mapping, { projects, dryRun, onlyBehind: true }, ownersIn(outcomes));
}

/**
 * A clone that has pulled and still stands where git was before has commits of its own on top, of what somebody took back in git or
 * threw away: no merge fails there, and only a reset ends it.
 */
export async function healLagging(
  dependencies: RunHealDependencies,
  mapping: Pick<ResolvedMapping, "bindings">,
  { observation, outcomes, findings }: Omit<SeenAgain, "behind">,
): Promise<HealedRun> {
  const told = ownersOfPulls(outcomes, "done");
  const lagging = new Set(findings.filter(isLag).map(({ component }) => component));
  return healReading(
    dependencies,
    mapping,
    observation,
    ({ name, facts }) => lagging.has(name) && told.has(facts?.owner ?? ""),
  );
}

/** The same where only the texts tell that the repository has moved on. */
export async function healBehind(
  dependencies: RunHealDependencies,
  mapping: Pick<ResolvedMapping, "bindings">,
  { observation, outcomes, behind }: Omit<SeenAgain, "findings">,
): Promise<HealedRun> {
  const failed = ownersOfPulls(outcomes, "failed");
  return healReading(
    dependencies,
    mapping,
    observation,
    ({ name, facts }) => behind.has(name) && !failed.has(facts?.owner ?? ""),
  );
}

function ownersOfPulls(outcomes: readonly StepOutcome[], wanted: StepOutcome["outcome"]): ReadonlySet<string> {
  return new Set(
    outcomes.flatMap(({ step, outcome }) =>
      step.kind === "pull-repository" && outcome === wanted ? [step.owner] : [],
    ),
  );
}

async function healReading(
  dependencies: RunHealDependencies,
  mapping: Pick<ResolvedMapping, "bindings">,
  { components }: Observation,
  isMeant: (component: Observation["components"][number]) => boolean,
): Promise<HealedRun> {
  const owners = new Set(
    components.filter(isMeant).flatMap(({ facts }) => (facts?.readsThisRepository === true ? [facts.owner] : [])),
  );
  return owners.size === 0 ? NOT_ASKED : heal(dependencies, mapping, { owners, unmoved: owners });
}

/** After a pull: the service still has what git had before. */
function isLag({ kind, path }: Finding): boolean {
  return (kind === "ahead" || kind === "blocked") && path !== undefined;
}

async function heal(
  dependencies: RunHealDependencies,
  { bindings }: Pick<ResolvedMapping, "bindings">,
  {
    projects,
    ...request
  }: {
    readonly projects?: ReadonlySet<string>;
    readonly owners?: ReadonlySet<string>;
    readonly unmoved?: ReadonlySet<string>;
    readonly dryRun?: boolean;
    readonly onlyBehind?: boolean;
  },
  owners: ReadonlyMap<string, string> = new Map(),
): Promise<HealedRun> {
  const { git, base, record } = dependencies;
  const [branch, commit] =
    base === undefined ? await Promise.all([git.branch(), git.head()]) : [base.branch, base.commit];
  if (branch === undefined || commit === undefined) return NOT_ASKED;
  const chosen = bindings.filter(({ component }) => projects === undefined || projects.has(component.project));
  const { healClones } = await import("./heal-clones.ts");
  const healing = await healClones(dependencies, { bindings: chosen }, { branch, commit, ...request }, record);
  return healedRun(healing, owners);
}

/** Component → owner of its clone, of those that were told to pull. */
function ownersIn(outcomes: readonly StepOutcome[]): ReadonlyMap<string, string> {
  return new Map(
    outcomes.flatMap(({ step }) => (step.kind === "pull-repository" ? [[step.component, step.owner] as const] : [])),
  );
}

function healedRun({ clones, health, conflicts, open = [] }: Healing, owners: ReadonlyMap<string, string>): HealedRun {
  const well = new Set(
    clones.flatMap(({ owner, outcome }) => (outcome === "left" || outcome === "elsewhere" ? [] : [owner])),
  );
  const kept = clones.flatMap(({ owner, outcome }) => (outcome === "reset-not-uploaded" ? [owner] : []));
  const reset = new Set([...kept, ...clones.flatMap(({ owner, outcome }) => (outcome === "reset" ? [owner] : []))]);
  const about = new Set(health.map(({ component }) => component));
  return {
    hasMoved: reset.size > 0 || clones.some(({ outcome }) => outcome === "in-step"),
    mended: (done) => {
      const { step, outcome } = done;
      if (outcome !== "failed") return done;
      // The lock of the failed merge refused them; the reset carried texts of renamed keys over with all others.
      if (step.kind === "rename" && reset.has(owners.get(step.component) ?? "")) {
        return { ...done, outcome: "done", detail: "with the reset of its clone" };
      }
      if (step.kind !== "pull-repository" || !well.has(step.owner)) return done;
      const detail = reset.has(step.owner) ? "after its clone was reset" : "at the second try";
      return { ...done, outcome: "done", detail };
    },
    without: (findings) => [
      ...health,
      ...findings.filter(({ component, kind }) => !(about.has(component) && TOLD_BY_HEALING.has(kind))),
    ],
    conflicts,
    open,
    kept,
    toRepeat: (outcomes, { components }) =>
      outcomes.flatMap(({ step, outcome }) => {
        const owner = components.find(({ name }) => name === step.component)?.facts?.owner;
        return step.kind === "rename" && outcome === "failed" && owner !== undefined && well.has(owner) ? [step] : [];
      }),
    hasReset: reset.size > 0,
  };
}

function projectOf(component: string): string {
  return component.split("/", 1)[0] ?? "";
}
