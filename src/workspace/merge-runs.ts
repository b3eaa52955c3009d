import { defined } from "../core/defined.ts";
import type { Run, RunResult } from "../sync/index.ts";
import { inOrder } from "../sync/decide/decide.ts";

type Translators = RunResult["translators"];
type Traffic = RunResult["traffic"];

/**
 * Runs that each did a part, as the one run that did all of it: what is reported and proposed does not show that there were
 * several. Parts are told in the order of the components that they name.
 * @param components names in the mapping's order
 */
export function mergeRuns(first: Run, others: readonly Run[], components: readonly string[]): Run {
  const runs = [first, ...others];
  const results = runs.map(({ result }) => result);
  const { limits: _, ...whole } = first.result;
  const limits = limitsOf(results, components);
  const healed = onceEach(runs.flatMap((run) => run.healed ?? []));
  const rank = new Map(components.map((name, index) => [name, index]));
  const ordered = <Part extends { readonly component: string }>(parts: readonly Part[]): readonly Part[] =>
    parts.toSorted((a, b) => (rank.get(a.component) ?? -1) - (rank.get(b.component) ?? -1));
  return {
    result: {
      ...whole,
      ...defined({ limits }),
      plan: {
        steps: inOrder(ordered(results.flatMap(({ plan }) => plan.steps))),
        findings: ordered(results.flatMap(({ plan }) => plan.findings)),
        inStep: sum(results.map(({ plan }) => plan.inStep)),
      },
      steps: results.flatMap(({ steps }) => steps),
      files: results
        .flatMap(({ files }) => files)
        .toSorted((a, b) => Number(a.isRemoved === true) - Number(b.isRemoved === true) || compareText(a.path, b.path)),
      conflicts: ordered(
        onceEach(
          results.flatMap(({ conflicts }) => conflicts),
          ({ component, language, path, key }) => [component, language, path, key],
        ),
      ),
      broken: ordered(results.flatMap(({ broken }) => broken)),
      health: withoutOneAnother(onceEach(results.flatMap(({ health }) => health))),
      statistics: ordered(results.flatMap(({ statistics }) => statistics)),
      translators: together(results.flatMap(({ translators }) => translators)),
      traffic: trafficOf(results.map(({ traffic }) => traffic)),
    },
    files: runs
      .flatMap(({ files }) => files)
      .toSorted((a, b) => Number(a.content === null) - Number(b.content === null) || compareText(a.path, b.path)),
    trailers: runs
      .flatMap(({ trailers }) => trailers)
      .toSorted((a, b) => compareText(a.value.slice(a.value.indexOf(" ")), b.value.slice(b.value.indexOf(" ")))),
    delivered: onceEach(runs.flatMap(({ delivered }) => delivered)),
    agreed: runs.flatMap(({ agreed }) => agreed),
    ...(healed.length > 0 && { healed }),
  };
}

/** A part that left a clone to another part says nothing that this one does not. */
function withoutOneAnother(findings: RunResult["health"]): RunResult["health"] {
  const told = new Set(findings.flatMap(({ kind, component }) => (kind === "healing" ? [] : [component])));
  return findings.filter(({ kind, component }) => kind !== "healing" || !told.has(component));
}

/** Every part is one of some components; together they may be all, and then what is left of a limit are the languages. */
function limitsOf(results: readonly RunResult[], components: readonly string[]): RunResult["limits"] {
  const limits = results.map((result) => result.limits ?? {});
  const looked = new Set(limits.flatMap((each) => each.components ?? components));
  const names = components.filter((name) => looked.has(name));
  const [languages, ...others] = onceEach(limits.map((each) => each.languages));
  const left = defined({
    components: names.length === components.length ? undefined : names,
    languages: others.length === 0 ? languages : undefined,
  });
  return Object.keys(left).length === 0 ? undefined : left;
}

/** Shards that look at one project see the same of it. */
function onceEach<Part>(parts: readonly Part[], by: (part: Part) => unknown = (part) => part): readonly Part[] {
  return [...new Map(parts.map((part) => [JSON.stringify(by(part)), part])).values()];
}

function together(translators: Translators): Translators {
  return [...Map.groupBy(translators, ({ username, email }) => `${username} ${email}`).values()]
    .flatMap((same): Translators => {
      const [one] = same;
      if (one === undefined) return [];
      const files = Object.assign({}, ...same.map((each) => each.files ?? {}));
      return [{ ...one, strings: sum(same.map(({ strings }) => strings)), ...(one.files !== undefined && { files }) }];
    })
    .toSorted((a, b) => b.strings - a.strings || compareText(a.name, b.name));
}

/** Side by side: the longest is how long it took. What is left of the service's allowance is the least that anybody saw. */
function trafficOf(traffic: readonly Traffic[]): Traffic {
  const limits = traffic.flatMap(({ rateLimit }) => rateLimit ?? []).toSorted((a, b) => a.remaining - b.remaining);
  return {
    requests: sum(traffic.map(({ requests }) => requests)),
    bytesSent: sum(traffic.map(({ bytesSent }) => bytesSent)),
    bytesReceived: sum(traffic.map(({ bytesReceived }) => bytesReceived)),
    ...defined({ rateLimit: limits[0] }),
    milliseconds: Math.max(...traffic.map(({ milliseconds }) => milliseconds)),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
