import { expect, it } from "vitest";
import { aComponent, anObservation } from "../../../test/support/observations.ts";
import { componentName } from "../../mapping/binding.ts";
import { commitsBehindLocks, componentsToLock } from "./locked-run.ts";
import type { CommitStep, Step } from "../plan.ts";

const website = { project: "acme", categories: [], component: "website" };
const whole: CommitStep = { kind: "commit", component: "acme", whole: true, reason: "pending" };
const pull: Step = { kind: "pull-repository", component: "acme/website", owner: "acme/website", reason: "behind" };

it.each<[string, readonly Step[], readonly string[]]>([
  ["nothing where there is nothing to do", [], []],
  ["a component with a step", [pull], ["acme/website"]],
  ["all of a project that is committed as a whole", [whole], ["acme/website"]],
  ["no component of another project", [{ ...whole, component: "globex" }], []],
])("locks %s", (_, steps, expected) => {
  const observation = anObservation({ components: [aComponent()] });

  expect(componentsToLock({ steps, findings: [], inStep: 0 }, observation).map(componentName)).toEqual(expected);
});

it.each<[string, readonly CommitStep[]]>([
  ["its project is", [whole]],
  ["it is itself", [{ ...whole, component: "acme/website", whole: false }]],
])("a locked component is not committed twice where %s", (_, planned) => {
  expect(commitsBehindLocks(planned, [website])).toEqual(planned);
});

it("a locked component is committed although nothing was pending when it was looked at", () => {
  expect(commitsBehindLocks([], [website])).toMatchObject([{ component: "acme/website", whole: false }]);
});

it("without locks no commit is added", () => {
  expect(commitsBehindLocks([whole], [])).toEqual([whole]);
});
