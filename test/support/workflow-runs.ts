/**
 * A model of what starts runs on GitHub, and of which of them are let go: triggers, whose token caused the event, conflicts, groups
 * of `concurrency`. It reads a workflow as it is printed. Sources: docs.github.com "Events that trigger workflows", "Control the
 * concurrency of workflows and jobs"; github.blog 2026-05-07 for `queue: max`.
 */
import { parse } from "yaml";
import { evaluate, fill, type Context } from "./workflow-expression.ts";

export interface WorkflowEvent {
  readonly name: string;
  readonly ref: string;
  readonly sha: string;
  /** Whose doing it is: events by a workflow's own token start nothing, but those that were asked for by name. */
  readonly by: "person" | "workflow" | "app" | "dependabot";
  readonly payload: Readonly<Record<string, unknown>>;
  /** Of a pull request: whether both sides change the same lines. */
  readonly isConflicting?: boolean;
  /** Of a pull request: whether it comes from a fork. */
  readonly isFork?: boolean;
}

export interface WorkflowRun {
  readonly event: WorkflowEvent;
  readonly group: string;
  /** Where the run has them: `forks` and Dependabot's have neither. */
  readonly hasSecrets: boolean;
  readonly mayWrite: boolean;
}

interface Workflow {
  readonly name: string;
  readonly on: Readonly<
    Record<string, { readonly types?: readonly string[]; readonly branches?: readonly string[] } | null>
  >;
  readonly concurrency: { readonly group: string; readonly "cancel-in-progress"?: boolean; readonly queue?: string };
  readonly jobs: Readonly<Record<string, { readonly if?: string }>>;
}

const BY_NAME: ReadonlySet<string> = new Set(["workflow_dispatch", "repository_dispatch"]);
const OF_PULL_REQUESTS: ReadonlySet<string> = new Set(["pull_request"]);
const DEFAULT_TYPES = ["opened", "synchronize", "reopened"];
const MOST_WAITING = 100;

/** The runs of one workflow in one repository. */
export class WorkflowRuns {
  readonly #workflow: Workflow;
  readonly #running: WorkflowRun[] = [];
  readonly #waiting: WorkflowRun[] = [];
  #told = 0;
  /** Runs that never began, since others took their place. */
  readonly dropped: WorkflowRun[] = [];

  constructor(text: string) {
    this.#workflow = parse(text);
  }

  /** @returns why nothing was started */
  tell(event: WorkflowEvent): string | undefined {
    this.#told += 1;
    const refusal = this.#refusal(event);
    if (refusal !== undefined) return refusal;
    const isRestricted = OF_PULL_REQUESTS.has(event.name) && (event.isFork === true || event.by === "dependabot");
    const group = fill(this.#workflow.concurrency.group, this.#context(event)).toLowerCase();
    const run: WorkflowRun = { event, group, hasSecrets: !isRestricted, mayWrite: !isRestricted };
    const inGroup = this.#waiting.filter((one) => one.group === group);
    const keepsAll = this.#workflow.concurrency.queue === "max" && inGroup.length < MOST_WAITING;
    if (!keepsAll) {
      for (const replaced of inGroup) {
        this.#waiting.splice(this.#waiting.indexOf(replaced), 1);
        this.dropped.push(replaced);
      }
    }
    this.#waiting.push(run);
    return undefined;
  }

  /** Those that may begin now: nothing of their group is at work. */
  ready(): readonly WorkflowRun[] {
    const busy = new Set(this.#running.map(({ group }) => group));
    return this.#waiting.filter(({ group }) => !busy.has(group));
  }

  begin(run: WorkflowRun): void {
    this.#waiting.splice(this.#waiting.indexOf(run), 1);
    this.#running.push(run);
  }

  end(run: WorkflowRun): void {
    this.#running.splice(this.#running.indexOf(run), 1);
  }

  get isQuiet(): boolean {
    return this.#running.length === 0 && this.#waiting.length === 0;
  }

  #refusal(event: WorkflowEvent): string | undefined {
    const { on } = this.#workflow;
    if (!(event.name in on)) return `the workflow does not run on ${event.name}`;
    if (event.by === "workflow" && !BY_NAME.has(event.name)) return "events by the workflow's own token start no run";
    const { action } = event.payload;
    const trigger = on[event.name];
    if (OF_PULL_REQUESTS.has(event.name)) {
      const types = trigger?.types ?? DEFAULT_TYPES;
      if (typeof action !== "string" || !types.includes(action))
        return `the workflow does not run on ${String(action)}`;
      if (event.isConflicting === true && action !== "closed") return "a pull request that conflicts starts no run";
    }
    const branch = event.ref.replace(/^refs\/heads\//, "");
    if (event.name === "push" && trigger?.branches?.includes(branch) === false)
      return `pushes to ${branch} start no run`;
    const isWanted = Object.values(this.#workflow.jobs).some(
      (job) => job.if === undefined || Boolean(evaluate(job.if, this.#context(event))),
    );
    return isWanted ? undefined : "no job of the workflow wants it";
  }

  #context({ name, ref, payload }: WorkflowEvent): Context {
    const { name: workflow } = this.#workflow;
    // The number of the run that is to be, or of none.
    const run = String(this.#told);
    const head = OF_PULL_REQUESTS.has(name) ? headOf(payload) : "";
    const facts = {
      event_name: name,
      ref,
      workflow,
      event: payload,
      repository: "acme/app",
      head_ref: head,
      run_id: run,
    };
    return { github: facts };
  }
}

function headOf({ pull_request: pull }: WorkflowEvent["payload"]): string {
  const head: unknown = typeof pull === "object" && pull !== null && "head" in pull ? pull.head : undefined;
  return typeof head === "object" && head !== null && "ref" in head ? String(head.ref) : "";
}
