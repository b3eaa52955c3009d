import { placeOf } from "../../forge/forgejo/server.ts";
import type { SetUpStep } from "../../workspace/set-up/plan.ts";
import { TOKEN_SECRET } from "../../workspace/workflow-file.ts";
import type { SetUp } from "./set-up.ts";

/** What a person still has to do. */
export interface Todo {
  readonly what: string;
  /** Exactly what to type. */
  readonly command?: string;
}

/** What is left after a set-up: what this command may not or cannot do by itself. */
export function todoOf(setUp: SetUp, done: readonly SetUpStep[]): readonly Todo[] {
  const { forge, account, service, mapping, mappingPath, observed, branch, checkedOut } = setUp;
  const start = checkedOut === branch || branch === undefined ? "from then on" : `as soon as it is on ${branch}`;
  const project = mapping.bindings[0]?.component.project ?? "";
  // The service does not name a user who sees the others as well.
  const isAdministrator = account === undefined || account.isSuperuser;
  const { workflow } = observed;
  const isWorkflowNew = workflow !== undefined && (workflow.existing === undefined || workflow.existing === "same");
  // A mapping of a project that could not be made may still be the wrong one.
  const isMade = setUp.plan.steps.every(
    (step) => (step.kind !== "create-project" && step.kind !== "create-component") || done.includes(step),
  );
  const written = new Set([
    // What an earlier attempt wrote has to be committed as well.
    ...setUp.uncommitted,
    ...done.flatMap((step) =>
      step.kind === "write-mapping" || step.kind === "write-workflow" ? [step.file.path] : [],
    ),
  ]);
  return [
    ...(isAdministrator
      ? [
          {
            what: `Make a token that is for this project alone: ${service}/access/${project}/#api (where the service is \`interlinear serve\`: \`interlinear serve admin create-bot ${project}\` beside it). The token that you used now opens more than that: keep it out of the repository's secrets.`,
          },
        ]
      : []),
    ...(forge === undefined || !isWorkflowNew ? [] : secretTodo(setUp, isAdministrator)),
    ...(written.size === 0 || !isMade
      ? []
      : [
          {
            what: `Commit and push what was written${forge === undefined ? "" : `; the workflow runs ${start}`}.`,
            command: `git add ${[...written].join(" ")} && git commit -m "Set up translations" && git push`,
          },
        ]),
    ...(typeof workflow?.existing === "object"
      ? [
          {
            what: `Have a workflow run this mapping: in ${workflow.path} the action runs with ${workflow.existing.mapping}. Give a step of its own the input \`mapping: ${mappingPath}\`.`,
          },
        ]
      : []),
    ...(forge === "github" && isWorkflowNew ? [pullRequestTodo(setUp)] : []),
    ...(forge === undefined
      ? [
          {
            what: `Nothing runs by itself${branch === undefined ? "" : ` for the branch ${branch}`} yet. Name the forge for a workflow (--forge github, forgejo or gitea), let the bot serve the repository, or run this every night:`,
            command: `interlinear sync${mappingPath === DEFAULT ? "" : ` --mapping ${mappingPath}`}`,
          },
        ]
      : []),
  ];
}

const DEFAULT = ".github/interlinear.yml";

function secretTodo({ forge, remotes, service }: SetUp, isAdministrator: boolean): readonly Todo[] {
  const place = remotes.map(placeOf).find((found) => found !== undefined);
  const token = isAdministrator ? "that token" : "the token";
  const value = isAdministrator ? '"$PROJECT_TOKEN"' : '"$INTERLINEAR_TOKEN"';
  const what = `Store ${token} of ${service} as the repository's secret ${TOKEN_SECRET}.`;
  if (forge === "github") {
    const repository = place === undefined ? "" : ` --repo ${place.repository}`;
    return [{ what, command: `printf %s ${value} | gh secret set ${TOKEN_SECRET}${repository}` }];
  }
  if (place === undefined) return [{ what }];
  const address = `${place.serverUrl}/api/v1/repos/${place.repository}/actions/secrets/${TOKEN_SECRET}`;
  return [
    {
      what: `${what} In the browser: ${place.serverUrl}/${place.repository}/settings/actions/secrets`,
      command: `printf '{"data":"%s"}' ${value} | curl -f -X PUT -H "Authorization: token $${forge === "gitea" ? "GITEA" : "FORGEJO"}_TOKEN" -H "Content-Type: application/json" -d @- ${address}`,
    },
  ];
}

function pullRequestTodo({ remotes }: SetUp): Todo {
  const repository = remotes.map(placeOf).find((found) => found !== undefined)?.repository ?? "{owner}/{repo}";
  return {
    what: "Allow workflows to open pull requests (off in new repositories).",
    command: `gh api -X PUT repos/${repository}/actions/permissions/workflow -f default_workflow_permissions=read -F can_approve_pull_request_reviews=true`,
  };
}
