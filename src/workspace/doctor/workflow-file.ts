import picomatch from "picomatch";
import { parseDocument } from "yaml";
import * as z from "zod";

export interface WorkflowFile {
  /** Repository path. */
  readonly path: string;
  readonly text: string;
}

/** What narrows an event down; what is left out narrows nothing. */
export interface Trigger {
  readonly types?: readonly string[] | undefined;
  readonly branches?: readonly string[] | undefined;
  readonly "branches-ignore"?: readonly string[] | undefined;
  readonly paths?: unknown;
  readonly "paths-ignore"?: unknown;
  /** Of `workflow_run`: names of workflows. */
  readonly workflows?: readonly string[] | undefined;
}

/** What a step, or the call of the reusable workflow, gives to the action. */
export type Given = Readonly<Record<string, string>>;

/** A workflow that runs the action, itself or by calling one that does. */
export interface ActionWorkflow {
  readonly path: string;
  /** As `workflow_run` names it. */
  readonly name: string;
  /** By event. Undefined where the file is no workflow, whose mistakes GitHub tells: it may run on anything then. */
  readonly on: ReadonlyMap<string, Trigger> | undefined;
  /** One for each place where the action stands. */
  readonly given: readonly Given[];
  /** What `concurrency` groups runs by, as written. */
  readonly groups: readonly string[];
}

const texts = z.union([z.string().transform((text) => [text]), z.array(z.coerce.string())]).optional();
const trigger = z
  .object({
    types: texts,
    branches: texts,
    "branches-ignore": texts,
    paths: z.unknown(),
    "paths-ignore": z.unknown(),
    workflows: texts,
  })
  .partial();
const given = z.record(z.string(), z.coerce.string()).nullish();
const group = z.union([z.string(), z.object({ group: z.string() }).transform((of) => of.group)]).optional();
const place = z.object({ uses: z.string().optional(), with: given });
const WORKFLOW = z.object({
  name: z.string().optional(),
  on: z.union([
    z.string().transform((event) => ({ [event]: {} })),
    z.array(z.string()).transform((events) => Object.fromEntries(events.map((event) => [event, {}]))),
    // A cron is a list; nothing of it is of interest.
    z.record(z.string(), z.union([trigger, z.unknown().transform(() => ({}))])),
  ]),
  concurrency: group,
  jobs: z.record(z.string(), place.extend({ concurrency: group, steps: z.array(place).optional() })),
});

const OURS = /^(?:\S*\/)?interlinear(?:\/\S*)?@/;
const LOCAL = /^\.\/(\.github\/workflows\/[^/]+)$/;
/** The last resort where a file is no workflow. */
const MENTIONED = /uses:\s*["']?(?:\S*\/)?interlinear(?:\/\S*)?@/;

/** Those of a repository's workflows that run the action. */
export function actionWorkflows(files: readonly WorkflowFile[]): readonly ActionWorkflow[] {
  const read = files.map(({ path, text }) => ({ path, text, ...readWorkflow(text) }));
  const own = new Map(read.map(({ path, places = [] }) => [path, places.filter(isOurs).map(givenAt)]));
  return read.flatMap(({ path, text, places, name = path, on, groups = [] }) => {
    if (places === undefined) return MENTIONED.test(text) ? [{ path, name, on: undefined, given: [], groups: [] }] : [];
    // What a local workflow is called with reaches the action as its own inputs, or not at all.
    const called = places.flatMap(({ uses = "" }) => own.get(LOCAL.exec(uses)?.[1] ?? "") ?? []);
    const all = [...(own.get(path) ?? []), ...called];
    const isOnlyCalled = on !== undefined && [...on.keys()].every((event) => event === "workflow_call");
    return all.length === 0 || isOnlyCalled ? [] : [{ path, name, on, given: all, groups }];
  });
}

interface Read {
  readonly name?: string | undefined;
  readonly on?: ReadonlyMap<string, Trigger>;
  readonly places?: readonly z.output<typeof place>[];
  readonly groups?: readonly string[];
}

function readWorkflow(text: string): Read {
  const document = parseDocument(text);
  const { data } = WORKFLOW.safeParse(document.errors.length > 0 ? undefined : document.toJS());
  if (data === undefined) return {};
  const jobs = Object.values(data.jobs);
  return {
    name: data.name,
    on: new Map(Object.entries(data.on)),
    places: jobs.flatMap(({ steps = [], ...job }) => [job, ...steps]),
    groups: [data.concurrency, ...jobs.map(({ concurrency }) => concurrency)].flatMap((one) => one ?? []),
  };
}

function isOurs({ uses = "" }: z.output<typeof place>): boolean {
  return OURS.test(uses);
}

function givenAt({ with: inputs }: z.output<typeof place>): Given {
  return inputs ?? {};
}

/** Whether an event of the branch starts the workflow; of a pull request or a merge queue, the branch that it goes to. */
export function isStartedBy({ on }: ActionWorkflow, event: string, branch: string): boolean {
  if (on === undefined) return true;
  const found = on.get(event);
  return found !== undefined && fits(found, branch);
}

/** The last pattern that fits decides, as GitHub reads them. */
function fits({ branches, "branches-ignore": ignored }: Trigger, branch: string): boolean {
  const matches = (pattern: string): boolean => picomatch.isMatch(branch, pattern, { dot: true, nonegate: true });
  if (ignored?.some(matches) === true) return false;
  if (branches === undefined) return true;
  const last = branches.findLast((pattern) => matches(pattern.replace(/^!/, "")));
  return last !== undefined && !last.startsWith("!");
}
