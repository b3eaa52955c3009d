import { PROJECT } from "../demo/sample-project.ts";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { styleText } from "node:util";
import { silentLogger } from "../../core/logger.ts";
import { durationText } from "../../report/words/words.ts";
import type { Command, CommandContext } from "../command.ts";
import { demonstrate, fileAddress, type Demonstration, type Narrator } from "../demo/round-trip.ts";
import { embeddedSampleService } from "../demo/sample-service.ts";

/** Of a clone as of a package: three folders up from `src/cli/commands` or `lib/cli/chunks`. */
const launcher = join(import.meta.dirname, "..", "..", "..", "bin", "interlinear.mjs");

export const command: Command = {
  summary: "show a full round trip in a temporary folder",
  description:
    "Starts a service, makes a sample repository, and takes strings to the service and translations back into a pull request. Nothing outside of a temporary folder is touched.",
  options: { keep: { type: "boolean", description: "leave the service running until Ctrl-C" } },
  run: async (options, context) => {
    const { screen, untilEnding } = context;
    const start = performance.now();
    const folder = await mkdtemp(join(tmpdir(), "interlinear-demo-"));
    const keep = options.flag("keep");
    const demonstration = await demonstrate(folder, narratorOf(context), embeddedSampleService(silentLogger));
    const { service } = demonstration;
    try {
      const milliseconds = Math.round(performance.now() - start);
      if (screen.isJson) screen.printJson(documentOf(demonstration, milliseconds));
      else screen.print(closingLines(demonstration, milliseconds, keep));
      if (keep) await followTranslators(demonstration, untilEnding(), context);
    } finally {
      await service.stop();
    }
    return 0;
  },
};

const LOOK_MILLISECONDS = 1500;

/** Until the end: what somebody saves in the browser goes on to the pull request, once they pause. */
async function followTranslators(
  { service, follow }: Demonstration,
  ending: Promise<unknown>,
  { logger }: CommandContext,
): Promise<void> {
  const over = new AbortController();
  const ended = ending.then(() => over.abort());
  let before = 0;
  while (!over.signal.aborted) {
    await Promise.race([ended, setTimeout(LOOK_MILLISECONDS)]);
    try {
      const waiting = over.signal.aborted ? 0 : await service.waiting();
      if (waiting > 0 && waiting === before) await follow();
      before = waiting;
    } catch (error) {
      logger.warning(`The translations did not come home: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  await ended;
}

function narratorOf({ screen, logger }: CommandContext): Narrator {
  let number = 0;
  return {
    style: screen.style,
    logger,
    chapter: (title) => {
      number += 1;
      const heading = `${String(number)}  ${title}`;
      const text = screen.style.colour ? styleText("bold", heading, { validateStream: false }) : heading;
      screen.print(["", text, ""]);
    },
    lines: (lines) => {
      screen.print(lines);
    },
  };
}

function closingLines(
  { repository, service, page, markdown, proposal, folder }: Demonstration,
  milliseconds: number,
  keep: boolean,
): readonly string[] {
  const string = `/translate/${PROJECT}/library/fr/?start=yes`;
  return [
    ...(keep
      ? [
          "",
          "Translate a string here, save it, and see it come into the pull request:",
          "",
          `  ${service.signInLink}&next=${encodeURIComponent(string)}`,
          "  (signs you in, once, within 15 minutes)",
        ]
      : []),
    "",
    `The whole round trip took ${durationText(milliseconds)}. To look at:`,
    "",
    `  pull request  ${fileAddress(page)}`,
    `                ${markdown}`,
    `  the commit    git -C ${repository.remotePath} show ${proposal.branch}`,
    ...(keep
      ? [
          `  service       ${service.url}   (until Ctrl-C)`,
          `  admin token   ${service.adminToken}`,
          `  bot token     ${service.botToken}`,
          `  try           export INTERLINEAR_TOKEN=${service.botToken}`,
          `                node ${launcher} stats -C ${repository.path}`,
        ]
      : [`  again, with the service left running: npm run demo -- --keep`]),
    "",
    `Remove ${folder} when you have seen enough.`,
  ];
}

function documentOf(
  { folder, repository, service, sync, again, delivery, proposal, page, markdown }: Demonstration,
  milliseconds: number,
): object {
  return {
    folder,
    milliseconds,
    repository: repository.path,
    remote: repository.remotePath,
    service: { url: service.url, adminToken: service.adminToken, botToken: service.botToken },
    pullRequest: { title: proposal.pullRequest.title, branch: proposal.branch, page, markdown },
    delivery,
    sync,
    again,
  };
}
