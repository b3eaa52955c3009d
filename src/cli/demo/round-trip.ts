import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Delivery, Proposal } from "../../forge/forge.ts";
import { createLocalForge } from "../../forge/local/local-forge.ts";
import type { Logger } from "../../core/logger.ts";
import { gitText } from "../../git/run.ts";
import { terminalText } from "../../report/words/escape.ts";
import { pullRequestPage } from "../../report/preview/pull-request-page.ts";
import { NOTHING_PROPOSED } from "../../report/run/forge-outcome.ts";
import { planLines, runLines, type TerminalStyle } from "../../report/run/terminal.ts";
import { counted } from "../../report/words/words.ts";
import { run, type RunResult } from "../../sync/index.ts";
import { DEFAULT_MAPPING } from "../../workspace/default-mapping.ts";
import { openWorkspace, runDependencies, type Workspace } from "../../workspace/open-workspace.ts";
import { checkedOutBase, synchronise, type Synchronised } from "../../workspace/synchronise.ts";
import { changedSources, mappingText, sampleFiles, translators } from "./sample-project.ts";
import { copyForService, createSampleRepository, type SampleRepository } from "./sample-repository.ts";
import type { SampleService, StartSampleService } from "./sample-service.ts";

/** Where a demonstration tells its story. */
export interface Narrator {
  readonly style: TerminalStyle;
  readonly logger: Logger;
  chapter(title: string): void;
  lines(lines: readonly string[]): void;
}

export interface Demonstration {
  readonly folder: string;
  readonly repository: SampleRepository;
  readonly service: SampleService;
  readonly sync: RunResult;
  readonly again: RunResult;
  readonly delivery: Delivery;
  readonly proposal: Proposal;
  readonly page: string;
  readonly markdown: string;
  /** Brings home what somebody translated since, and says so. */
  readonly follow: () => Promise<void>;
}

/** A whole round trip in an empty folder, with the real engine, a real service and the real git. The service is left running. */
export async function demonstrate(
  folder: string,
  narrator: Narrator,
  startService: StartSampleService,
): Promise<Demonstration> {
  const { style, logger } = narrator;
  narrator.chapter("A service and a repository");
  const repository = await createSampleRepository(folder, sampleFiles);
  const service = await startService(folder, {
    website: await copyForService(repository, folder),
    library: repository.remoteUrl,
  });
  try {
    await repository.publish({ [DEFAULT_MAPPING]: mappingText(service.url) }, "Bind the files to the service");
    const stage: Stage = { repository, service, logger, outputDirectory: join(folder, "pull-request") };
    narrator.lines([
      `  service     ${service.url}  (SQLite and git clones in ${join(folder, "service")})`,
      `  repository  ${repository.path}  (remote: ${repository.remotePath})`,
      "  website     nested JSON in 5 languages; its component has a repository of its own",
      "  library     gettext with plurals in 3 languages; its component reads this very repository",
    ]);

    narrator.chapter("A developer changes the sources");
    await repository.publish(changedSources, "Add coupons, tell when an order is on its way");
    narrator.lines(indented(await repository.git("show", "--stat=100", "--format=%h %s", "HEAD")));

    narrator.chapter("interlinear plan: what would a sync do, and why?");
    narrator.lines(planLines(await runOnce(stage, "plan"), style));

    narrator.chapter("interlinear push: the service gets the new strings");
    narrator.lines(runLines(await runOnce(stage, "push"), NOTHING_PROPOSED, style));

    narrator.chapter("Translators work on the service");
    await translateAll(service, narrator);

    narrator.chapter("interlinear sync: the translations come home");
    const trip = await bringHome(stage);
    narrator.lines(runLines(trip.sync, { deliveries: [trip.delivery], withdrawals: [] }, style));

    narrator.chapter("The pull request");
    narrator.lines(
      [`# ${trip.proposal.pullRequest.title}`, "", ...trip.proposal.pullRequest.body.split("\n")].map((line) =>
        `  ${line}`.trimEnd(),
      ),
    );

    narrator.chapter("The commit");
    const { branch } = trip.proposal;
    narrator.lines(
      indented(
        await repository.git("show", "--stat=100", "--format=%h %an%n%n%w(0,4,4)%B", `refs/remotes/origin/${branch}`),
      ),
    );

    narrator.chapter("interlinear sync, again: nothing is left to do");
    const again = await runSync(stage);
    narrator.lines(runLines(again.run.result, again, style));
    const follow = async (): Promise<void> => {
      narrator.chapter("You translated: interlinear sync brings it home");
      const { sync, delivery, proposal, page } = await bringHome(stage);
      narrator.lines(runLines(sync, { deliveries: [delivery], withdrawals: [] }, style));
      narrator.lines([
        "",
        `  ${terminalText(proposal.pullRequest.title)}`,
        `  pull request  ${fileAddress(page)}`,
        `  the commit    git -C ${repository.remotePath} show ${proposal.branch}`,
      ]);
    };
    return { folder, repository, service, again: again.run.result, follow, ...trip };
  } catch (error) {
    await service.stop();
    throw error;
  }
}

interface Stage {
  readonly repository: SampleRepository;
  readonly service: SampleService;
  readonly logger: Logger;
  readonly outputDirectory: string;
}

/** As the command line does it: every command looks at everything anew. */
function enter({ repository, service, logger }: Stage): Promise<Workspace> {
  return openWorkspace({
    directory: repository.path,
    mappingPath: DEFAULT_MAPPING,
    token: service.botToken,
    logger,
  });
}

async function runOnce(stage: Stage, command: "plan" | "push"): Promise<RunResult> {
  await using workspace = await enter(stage);
  const options = { command, dryRun: false, allowRemovals: false };
  return (await run(runDependencies(workspace), workspace.mapping, options)).result;
}

async function runSync(stage: Stage): Promise<Synchronised> {
  await using workspace = await enter(stage);
  const { outputDirectory, logger } = stage;
  const forge = createLocalForge({ directory: workspace.git.root, outputDirectory, logger });
  const target = { forge, base: await checkedOutBase(workspace), context: {} };
  return await synchronise(workspace, target, { command: "sync", dryRun: false, allowRemovals: false });
}

type Trip = Pick<Demonstration, "sync" | "proposal" | "delivery" | "page" | "markdown">;

async function bringHome(stage: Stage): Promise<Trip> {
  const { repository, outputDirectory } = stage;
  const { run: finished, proposals, deliveries } = await runSync(stage);
  const [proposal] = proposals;
  const [delivery] = deliveries;
  if (proposal === undefined || delivery === undefined) throw new Error("the sync brought no translation home");
  const { branch, base } = proposal;
  const diff = await gitText(["diff", base.branch, branch], { cwd: repository.remotePath });
  const page = join(outputDirectory, "pull-request.html");
  await mkdir(outputDirectory, { recursive: true });
  await writeFile(page, pullRequestPage({ ...proposal.pullRequest, diff, branch, base: base.branch }));
  await repository.git("fetch", "--quiet", "origin");
  return { sync: finished.result, proposal, delivery, page, markdown: delivery.pullRequest?.url ?? "" };
}

async function translateAll(service: SampleService, narrator: Narrator): Promise<void> {
  for (const translator of translators) {
    for (const work of translator.work) await service.translate(translator, work);
    const languages = [...new Set(translator.work.map((work) => work.language))];
    narrator.lines([
      `  ${terminalText(translator.fullName)} saved ${counted(translator.work.length, "string")} in ${languages.join(", ")}`,
      ...translator.work.map(
        (work) => `    ${work.component}  ${terminalText(`${work.string} = ${work.target.join(" / ")}`)}`,
      ),
    ]);
  }
}

function indented(text: string): readonly string[] {
  return text.split("\n").map((line) => terminalText(`  ${line}`.trimEnd()));
}

/** Address of a local file for a browser. */
export function fileAddress(path: string): string {
  return pathToFileURL(path).href;
}
