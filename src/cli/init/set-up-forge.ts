import { unknownForge } from "../unknown-forge.ts";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { defined } from "../../core/defined.ts";
import { UserError } from "../../core/errors.ts";
import type { ForgejoSetUp } from "../../forge/forgejo/set-up.ts";
import type { SetUp } from "../../forge/set-up.ts";
import { defaultBranch } from "../../git/default-branch.ts";
import type { Git } from "../../git/git.ts";
import { loadMapping } from "../../mapping/load.ts";
import { terminalText } from "../../report/words/escape.ts";
import {
  TOKEN_SECRET,
  workflowForges,
  workflowPath,
  workflowText,
  type WorkflowForge,
} from "../../workspace/workflow-file.ts";
import type { CommandContext } from "../command.ts";
import { repositoryOn } from "../compose.ts";
import { findPlace, placeToday } from "../compose-forgejo.ts";
import type { OptionSpecs, OptionValues } from "../options.ts";

export const forgeSetUpOptions = {
  forge: {
    type: "string",
    value: "github|forgejo|gitea",
    description:
      "write the workflow as well; with GITHUB_TOKEN, FORGEJO_TOKEN or GITEA_TOKEN make the workflow's secret of INTERLINEAR_TOKEN, and the mapping's labels",
  },
  bot: {
    type: "string",
    value: "URL",
    description:
      "with --forge forgejo or gitea: make the webhook of the bot at this address (https://bot.example.org/webhooks/forgejo/NAME), with the secret in INTERLINEAR_BOT_FORGEJO_WEBHOOK_SECRET",
  },
  yes: { type: "boolean", short: "y", description: "with --forge: do it without a question" },
  "dry-run": { type: "boolean", description: "with --forge: say what would be done, and do nothing" },
} satisfies OptionSpecs;

/** One thing that is to be done, in words; what is there already stays as it is. */
interface Step {
  /** Finishes "This will …": `write .gitea/workflows/interlinear.yml`. */
  readonly words: string;
  readonly perform: () => Promise<void>;
}

interface SetUpPlan {
  readonly steps: readonly Step[];
  /** What stays as it is, and what a person has to do. */
  readonly notes: readonly string[];
}

/** What is written into the repository besides the workflow: a path, and its new text. */
export interface NewMapping {
  readonly path: string;
  readonly text: string;
}

/** @throws {UserError} `IL-C02` */
export function forgeOption(options: OptionValues): WorkflowForge | undefined {
  const name = options.text("forge");
  const known = workflowForges.find((forge) => forge === name);
  if (name !== undefined && known === undefined) {
    throw unknownForge(name, workflowForges);
  }
  for (const needing of ["bot", "yes", "dry-run"]) {
    if (name === undefined && options.has(needing)) {
      throw new UserError(`--${needing} needs --forge`, { code: "IL-C02", hint: "See `interlinear help init`." });
    }
  }
  return known;
}

/**
 * Writes the mapping and the workflow; with a token of the server, makes what they need there. Shows it first, and asks.
 * @param mapping undefined where the one that is there stays
 */
export async function setUpForge(
  forge: WorkflowForge,
  git: Git,
  mapping: { readonly path: string; readonly written: NewMapping | undefined },
  options: OptionValues,
  context: CommandContext,
): Promise<0> {
  const { screen } = context;
  const inFiles = await fileSteps(forge, git, mapping, options.flag("force"));
  const onServer = await serverSteps(forge, git, mapping, options, context);
  const steps = [...inFiles.steps, ...onServer.steps];
  const notes = [...inFiles.notes, ...onServer.notes];
  const isDry = options.flag("dry-run");
  screen.print([
    ...(steps.length === 0 ? ["Everything exists already."] : ["This will:"]),
    ...steps.map(({ words }) => `  ${terminalText(words)}`),
    ...(notes.length === 0 ? [] : ["", ...notes.map((note) => terminalText(note))]),
  ]);
  const isAgreed = !isDry && steps.length > 0 && (await agreed(options, context));
  if (isAgreed) {
    screen.print([""]);
    for (const { words, perform } of steps) {
      await perform();
      screen.print([`  done: ${terminalText(words)}`]);
    }
    const next = inFiles.steps.length === 0 ? "Next:" : "Next: commit and push what was written.";
    screen.print(["", `${next} \`interlinear doctor\` says what is still missing.`]);
  } else if (steps.length > 0) screen.print(["", "Nothing was done."]);
  if (screen.isJson) {
    screen.printJson({
      forge,
      mapping: mapping.path,
      steps: steps.map(({ words }) => words),
      notes,
      applied: isAgreed,
    });
  }
  return 0;
}

async function agreed(options: OptionValues, { ask, screen }: CommandContext): Promise<boolean> {
  if (options.flag("yes")) return true;
  if (ask === undefined || screen.isJson) {
    throw new UserError("this needs your yes, and there is no terminal to ask in", {
      code: "IL-C02",
      hint: "Add --yes to do it, or --dry-run only to see it.",
    });
  }
  return ask("\nDo this? [y/N] ");
}

async function fileSteps(
  forge: WorkflowForge,
  git: Git,
  { path: mappingPath, written }: Parameters<typeof setUpForge>[2],
  isForced: boolean,
): Promise<SetUpPlan> {
  const files = (await git.index()).map((entry) => entry.path);
  const path = workflowPath(forge, files);
  const branch = (await defaultBranch(git.root)) ?? (await git.branch()) ?? "main";
  const workflow = { path, text: workflowText(forge, branch, mappingPath) };
  const isThere = existsSync(join(git.root, path)) && !isForced;
  return {
    steps: [...(written === undefined ? [] : [written]), ...(isThere ? [] : [workflow])].map((file) => ({
      words: `write ${file.path}`,
      perform: async () => {
        await mkdir(dirname(join(git.root, file.path)), { recursive: true });
        await writeFile(join(git.root, file.path), file.text);
      },
    })),
    notes: [
      ...(written === undefined ? [`${mappingPath} already exists and stays; --force replaces it.`] : []),
      ...(isThere ? [`${path} already exists and stays; --force replaces it.`] : []),
    ],
  };
}

const NO_STEPS: SetUpPlan = { steps: [], notes: [] };
const BOTH =
  "Workflow and bot do the same work: keep one of them. With the bot, leave the workflow out of what you commit.";

async function serverSteps(
  forge: WorkflowForge,
  git: Git,
  mapping: Parameters<typeof setUpForge>[2],
  options: OptionValues,
  { environment, logger }: CommandContext,
): Promise<SetUpPlan> {
  if (forge === "github") return gitHubSteps(git, mapping, options, { environment, logger });
  const token = environment.FORGEJO_TOKEN || environment.GITEA_TOKEN || "";
  if (token === "") {
    const needed = "write:repository and write:issue, of an owner of the repository";
    return {
      steps: [],
      notes: [`Set FORGEJO_TOKEN or GITEA_TOKEN (scopes ${needed}) to have secret, webhook and labels made as well.`],
    };
  }
  const place = await placeToday(await findPlace(environment, await git.remoteUrls()), token, logger);
  const { forgejoSetUp } = await import("../../forge/forgejo/set-up.ts");
  const server = forgejoSetUp({ ...place, token, logger });
  const seen = await server.observe();
  const bot = options.text("bot");
  return joined(
    seen.hasActions
      ? NO_STEPS
      : {
          steps: [{ words: "switch on Actions in the repository", perform: () => server.switchOnActions() }],
          notes: [],
        },
    secretPlan(server, seen.secrets, environment["INTERLINEAR_TOKEN"] ?? ""),
    bot === undefined ? NO_STEPS : { steps: [], notes: [BOTH] },
    hookPlan(server, seen.hooks, bot, environment["INTERLINEAR_BOT_FORGEJO_WEBHOOK_SECRET"] ?? ""),
    labelPlan(server, seen.labels, await wantedLabels(git, mapping)),
  );
}

/** On GitHub the bot is an App, which has its webhook with it. */
async function gitHubSteps(
  git: Git,
  mapping: Parameters<typeof setUpForge>[2],
  options: OptionValues,
  { environment, logger }: Pick<CommandContext, "environment" | "logger">,
): Promise<SetUpPlan> {
  const bot = options.text("bot");
  if (bot !== undefined) {
    throw new UserError("on GitHub the bot is an App; it needs no webhook in the repository", {
      code: "IL-C02",
      hint: `Leave --bot out, and see \`interlinear bot manifest --url ${bot}\`.`,
    });
  }
  const token = environment.GITHUB_TOKEN ?? "";
  const serverUrl = environment.GITHUB_SERVER_URL ?? "https://github.com";
  const repository = environment.GITHUB_REPOSITORY ?? repositoryOn(serverUrl, await git.remoteUrls());
  if (token === "" || repository === undefined) {
    const why = token === "" ? "Set GITHUB_TOKEN (secrets: write, issues: write)" : `Add a remote on ${serverUrl}`;
    const byHand = `printf %s "$INTERLINEAR_TOKEN" | gh secret set ${TOKEN_SECRET}`;
    return {
      steps: [],
      notes: [`${why} to have secret and labels made as well, or store the secret yourself: ${byHand}`],
    };
  }
  const { gitHubSetUp } = await import("../../forge/github/set-up.ts");
  const place = { token, repository, serverUrl, ...defined({ apiUrl: environment.GITHUB_API_URL }) };
  const server = gitHubSetUp({ ...place, logger });
  const seen = await server.observe();
  return joined(
    secretPlan(server, seen.secrets, environment["INTERLINEAR_TOKEN"] ?? ""),
    labelPlan(server, seen.labels, await wantedLabels(git, mapping)),
  );
}

function joined(...plans: readonly SetUpPlan[]): SetUpPlan {
  return { steps: plans.flatMap(({ steps }) => steps), notes: plans.flatMap(({ notes }) => notes) };
}

function secretPlan(server: Pick<SetUp, "keepSecret">, known: readonly string[], value: string): SetUpPlan {
  if (known.includes(TOKEN_SECRET))
    return { steps: [], notes: [`The secret ${TOKEN_SECRET} already exists and stays.`] };
  if (value === "") {
    return {
      steps: [],
      notes: [`Set INTERLINEAR_TOKEN to a token of the service to have the secret ${TOKEN_SECRET} made.`],
    };
  }
  const words = `make the workflow's secret ${TOKEN_SECRET} of INTERLINEAR_TOKEN`;
  return { steps: [{ words, perform: () => server.keepSecret(TOKEN_SECRET, value) }], notes: [] };
}

function hookPlan(server: ForgejoSetUp, known: readonly string[], bot: string | undefined, secret: string): SetUpPlan {
  if (bot === undefined) return { steps: [], notes: [] };
  if (!URL.canParse(bot)) throw new UserError(`"${bot}" is no address`, { code: "IL-C02", hint: "Write https://…" });
  const url = new URL(bot).pathname === "/" ? `${bot.replace(/\/+$/, "")}/webhooks/forgejo/forgejo` : bot;
  if (known.includes(url)) return { steps: [], notes: [`The webhook to ${url} already exists and stays.`] };
  if (secret === "") {
    throw new UserError("a webhook needs the secret that the bot knows", {
      code: "IL-C02",
      hint: "Set INTERLINEAR_BOT_FORGEJO_WEBHOOK_SECRET to the one in the bot's settings.",
    });
  }
  const words = `make a webhook to ${url} for pushes, pull requests and comments`;
  return { steps: [{ words, perform: () => server.addHook({ url, secret }) }], notes: [] };
}

function labelPlan(server: Pick<SetUp, "addLabel">, known: readonly string[], wanted: readonly string[]): SetUpPlan {
  const there = new Set(known.map((name) => name.toLowerCase()));
  const missing = wanted.filter((name) => !there.has(name.toLowerCase()));
  return {
    steps: missing.map((name) => ({ words: `make the label "${name}"`, perform: () => server.addLabel(name) })),
    notes: [],
  };
}

async function wantedLabels(git: Git, { path, written }: Parameters<typeof setUpForge>[2]): Promise<readonly string[]> {
  const { mappingText } = await import("../../workspace/open-workspace.ts");
  const text = written?.text ?? (await mappingText(git, { mappingPath: path }));
  return loadMapping(text, path).value["pull-request"]?.labels ?? [];
}
