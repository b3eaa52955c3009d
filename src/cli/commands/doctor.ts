import { defined } from "../../core/defined.ts";
import { InterlinearError, UserError, type ExitCode } from "../../core/errors.ts";
import { proposalBranch } from "../../report/pull-request/proposal-branch.ts";
import type { Git } from "../../git/git.ts";
import type { ResolvedMapping } from "../../mapping/binding.ts";
import { mappingDefaults } from "../../mapping/mapping-defaults.ts";
import { DEFAULT_MAPPING } from "../../workspace/default-mapping.ts";
import { diagnose, type DiagnoseOptions, type Diagnosis } from "../../workspace/doctor/diagnose.ts";
import { terminalText } from "../../report/words/escape.ts";
import type { SetUpStep } from "../../workspace/set-up/plan.ts";
import type { Remark } from "../../workspace/doctor/remark.ts";
import type { Command, CommandContext } from "../command.ts";
import { repositoryOn } from "../compose.ts";
import { findPlace, placeToday } from "../compose-forgejo.ts";
import { directoryOf } from "../directory.ts";
import { diagnosisLines } from "../doctor/diagnosis-lines.ts";
import { mappingOptions, type OptionValues } from "../options.ts";

export const command: Command = {
  summary: "check everything a run depends on, without writing anything",
  description:
    "Looks at the mapping, the clone, every bound file, the service (its version, the token and what its user may do, each component, its languages and their paths, the state of its repository) and, where GITHUB_TOKEN or FORGEJO_TOKEN is set, at what the forge lets the token do. Says what is wrong and what mends it. Writes nothing, anywhere. With --offline only mapping, clone and files are looked at, which needs no token. Ends with 0 where nothing is wrong or there are warnings only, with 2 where something has to be corrected, with 1 where somebody did not answer. With --fix it then names what it can mend by itself (a mapping, project, component, language or workflow that is missing), asks about each, and looks again; --yes mends all of it without a question.",
  options: {
    fix: { type: "boolean", description: "mend what is missing, after asking about each" },
    yes: { type: "boolean", short: "y", description: "with --fix: do not ask" },
    offline: { type: "boolean", description: "mapping, clone and files only: no service, no forge, no token" },
    ...mappingOptions,
  },
  run: async (options, context) => {
    const { screen } = context;
    if (options.flag("yes") && !options.flag("fix")) {
      throw new UserError("--yes needs --fix", { code: "IL-C02", hint: "See `interlinear help doctor`." });
    }
    if (options.flag("fix")) await fix(options, context);
    const diagnosis = await diagnosisOf(options, context);
    if (screen.isJson) {
      const { remarks, languages } = diagnosis;
      screen.printJson({ remarks, languages: Object.fromEntries(languages) });
    } else screen.print(diagnosisLines(diagnosis, screen.style));
    return exitCodeOf(diagnosis.remarks);
  },
};

function diagnosisOf(options: OptionValues, context: CommandContext): Promise<Diagnosis> {
  return diagnose({
    directory: directoryOf(options, context),
    mappingPath: options.text("mapping") ?? DEFAULT_MAPPING,
    token: context.environment.INTERLINEAR_TOKEN ?? "",
    isOffline: options.flag("offline"),
    logger: context.logger,
    examineForge: (git, mapping) => examineForge(context, git, mapping),
  });
}

/** Mends what is missing and can be made from what is there; each of it by name, and only with a yes. */
async function fix(options: OptionValues, context: CommandContext): Promise<void> {
  const { ask, screen } = context;
  const isAgreed = options.flag("yes");
  if (!isAgreed && (ask === undefined || screen.isJson)) {
    throw new UserError("--fix needs your answer, and there is no terminal to ask in", {
      code: "IL-C02",
      hint: "Add --yes to mend all of it, or leave --fix out.",
    });
  }
  const [{ applyChosen, setUpOf }, { subjectOf, verbOf }] = await Promise.all([
    import("../up/create-missing.ts"),
    import("../up/set-up-lines.ts"),
  ]);
  try {
    await using setUp = await setUpOf(options, context);
    const chosen: SetUpStep[] = [];
    for (const step of setUp.plan.steps) {
      const name = terminalText(`${verbOf(step)} ${subjectOf(step)} (${step.reason})`);
      if (isAgreed || (await ask?.(`Fix: ${name}? [y/N] `)) === true) chosen.push(step);
    }
    if (chosen.length > 0) await applyChosen(setUp, chosen, context);
  } catch (error) {
    // What stands in the way of mending is said by the examination that follows.
    if (!(error instanceof InterlinearError)) throw error;
    screen.note(terminalText(`Nothing could be mended: ${error.message.split("\n", 1)[0] ?? ""} (${error.code})`));
  }
}

/** What has to be corrected counts more than who did not answer: it stays wrong the next time. */
function exitCodeOf(remarks: readonly Remark[]): ExitCode {
  const problems = remarks.filter(({ level }) => level === "problem");
  if (problems.some(({ isOutOfReach }) => isOutOfReach !== true)) return 2;
  return problems.length > 0 ? 1 : 0;
}

/** The forge that there is a token for. */
const examineForge = async (
  { environment, logger }: CommandContext,
  git: Git,
  mapping: ResolvedMapping | undefined,
): ReturnType<NonNullable<DiagnoseOptions["examineForge"]>> => {
  const fork = mapping?.pullRequest.fork;
  const more = { logger, ...defined({ fork }) };
  const base = (await git.branch()) ?? "main";
  const branch = proposalBranch(mapping?.pullRequest ?? mappingDefaults, base);
  const forgejoToken = environment.FORGEJO_TOKEN || environment.GITEA_TOKEN || "";
  if (forgejoToken !== "") {
    const named = await findPlace(environment, await git.remoteUrls());
    const place = await placeToday(named, forgejoToken, logger);
    const { examineForgejo } = await import("../../forge/forgejo/examination.ts");
    return examineForgejo({ ...place, ...more, token: forgejoToken }, branch);
  }
  // Their runners give a token of their own under GitHub's name.
  if (environment.FORGEJO_ACTIONS === "true" || environment.GITEA_ACTIONS === "true") return undefined;
  const token = environment.GITHUB_TOKEN ?? "";
  const serverUrl = environment.GITHUB_SERVER_URL ?? "https://github.com";
  const repository = environment.GITHUB_REPOSITORY ?? repositoryOn(serverUrl, await git.remoteUrls());
  if (token === "" || repository === undefined) return undefined;
  const { examineGitHub } = await import("../../forge/github/examination.ts");
  const apiUrl = environment.GITHUB_API_URL;
  const isSignedByGit = mapping !== undefined && mapping.commit.signing !== "forge";
  return examineGitHub({ token, repository, serverUrl, ...more, ...defined({ apiUrl }), isSignedByGit, base }, branch);
};
