import { expect, it } from "vitest";
import { aComponent, anObservation } from "../../../test/support/observations.ts";
import { json, startScriptedService, text, type Reply } from "../../../test/support/scripted-service.ts";
import { instantClock } from "../../../test/support/test-clock.ts";
import { silentLogger } from "../../core/logger.ts";
import { openRepository } from "../../git/git-repository.ts";
import { HttpTranslationService } from "../../service-client/index.ts";
import { hasUncommittedFiles, settle } from "./apply.ts";
import type { CommitStep, PullRepositoryStep, StepOutcome } from "../plan.ts";

const PROJECT = "/api/projects/acme/repository/";
const COMPONENT = "/api/components/acme/website/repository/";
const commit: CommitStep = { kind: "commit", component: "acme", whole: true, reason: "" };
const pull: PullRepositoryStep = {
  kind: "pull-repository",
  component: "acme/website",
  owner: "acme/website",
  reason: "",
};
const clean = { needs_commit: false, needs_merge: false, needs_push: false, merge_failure: null };

function usual(url: string): Readonly<Record<string, Reply>> {
  const component = {
    name: "Website",
    slug: "website",
    file_format: "json",
    template: "en.json",
    url: `${url}/api/components/acme/website/`,
    repository_url: `${url}${COMPONENT}`,
    translations_url: `${url}/api/components/acme/website/translations/`,
    task_url: null,
  };
  return { "GET /api/components/acme/website/": json(component) };
}

/** Runs one step against a server that gives these answers, `METHOD path` → reply. */
async function settleOne(
  step: CommitStep | PullRepositoryStep,
  answers: Readonly<Record<string, Reply>>,
): Promise<StepOutcome> {
  await using server = await startScriptedService(
    ({ method, target }) => ({ ...usual(server.url), ...answers })[`${method} ${target}`] ?? text(404, "not scripted"),
  );
  const clock = instantClock();
  const service = new HttpTranslationService({
    url: server.url,
    token: "svp_token",
    version: "0",
    clock,
    environment: {},
  });
  try {
    const dependencies = { service, git: await openRepository("."), logger: silentLogger, clock };
    const [outcome] = await settle(dependencies, [step], anObservation({ components: [aComponent()] }));
    if (outcome === undefined) throw new Error("the step has no outcome");
    return outcome;
  } finally {
    await service.close();
  }
}

it.each([
  ["a plain yes", { [`POST ${PROJECT}`]: json({ result: true }) }, "done"],
  [
    "no, though nothing is pending any more",
    { [`POST ${PROJECT}`]: json({ result: false }), [`GET ${COMPONENT}`]: json(clean) },
    "done",
  ],
  [
    "no without a reason, and strings still pending",
    { [`POST ${PROJECT}`]: json({ result: false }), [`GET ${COMPONENT}`]: json({ ...clean, needs_commit: true }) },
    "failed",
  ],
  [
    "no for another component of the project",
    {
      [`POST ${PROJECT}`]: json({ result: false, detail: "Could not commit acme/other" }),
      [`GET ${COMPONENT}`]: json(clean),
    },
    "done",
  ],
  [
    "a refusal for the project, and yes for the component",
    { [`POST ${PROJECT}`]: json({ detail: "no" }, 403), [`POST ${COMPONENT}`]: json({ result: true }) },
    "done",
  ],
] as const)("a commit answered by %s ends by the state", async (_, answers, expected) => {
  expect((await settleOne(commit, answers)).outcome).toBe(expected);
});

it.each([
  ["a plain yes", { [`POST ${COMPONENT}`]: json({ result: true }) }, "done"],
  [
    "no with nothing left to merge",
    { [`POST ${COMPONENT}`]: json({ result: false }), [`GET ${COMPONENT}`]: json(clean) },
    "done",
  ],
  [
    "no with commits still to merge",
    { [`POST ${COMPONENT}`]: json({ result: false }), [`GET ${COMPONENT}`]: json({ ...clean, needs_merge: true }) },
    "failed",
  ],
  [
    "no with a reason, whatever the state says (it is stale after a failed rebase)",
    { [`POST ${COMPONENT}`]: json({ result: false, detail: "Could not rebase" }), [`GET ${COMPONENT}`]: json(clean) },
    "failed",
  ],
] as const)("a pull answered by %s ends by the state", async (_, answers, expected) => {
  expect((await settleOne(pull, answers)).outcome).toBe(expected);
});

it("names the service's own reason in a failure", async () => {
  const outcome = await settleOne(pull, {
    [`POST ${COMPONENT}`]: json({ result: false, detail: "Could not rebase local branch" }),
    [`GET ${COMPONENT}`]: json(clean),
  });

  expect(outcome.detail).toContain("Could not rebase local branch");
});

it.each([
  ["On branch main\nnothing to commit, working tree clean", false],
  ["On branch main\nYour branch is ahead of 'origin/main' by 2 commits.", false],
  ["Untracked files:\n\tnotes.txt", false],
  ["Changes not staged for commit:\n\tmodified:   po/cs.po", true],
  [" M po/cs.po", true],
  ["A  po/fr.po", true],
])("reads in %j whether tracked files wait for a commit", (status, expected) => {
  expect(hasUncommittedFiles(status)).toBe(expected);
});
