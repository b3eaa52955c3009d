import { systemClock } from "../../core/clock.ts";
import { defined } from "../../core/defined.ts";
import { givenUpLines } from "../../report/run/conflict-section.ts";
import { healthLines } from "../../report/run/health-section.ts";
import { healClones, type Healing } from "../../sync/healing/heal-clones.ts";
import { checkedOutBase } from "../../workspace/synchronise.ts";
import type { Command } from "../command.ts";
import { composeWorkspace } from "../compose.ts";
import { dryRunOption, mappingOptions } from "../options.ts";
import { terminalText } from "../../report/words/escape.ts";
import { planWords } from "../../sync/healing/heal-plan.ts";
import type { Screen } from "../screen.ts";

export const command: Command = {
  summary: "mend clones of the service that cannot merge this repository",
  description:
    "Tells the components that read this repository to pull. A clone that cannot merge is reset to the repository behind a lock, and what only the service has is uploaded again. Every sync does this as well. With --dry-run it says file by file what would be done.",
  options: { ...dryRunOption, ...mappingOptions },
  run: async (options, context) => {
    await using workspace = await composeWorkspace(options, context);
    const { service, git, mapping, onLocked } = workspace;
    const dryRun = options.flag("dry-run");
    const healing = await healClones(
      { service, git, clock: systemClock, repositoryUrls: () => git.remoteUrls(), ...defined({ onLocked }) },
      mapping,
      { ...(await checkedOutBase(workspace)), dryRun },
    );
    print(context.screen, healing);
    return !dryRun && healing.health.some(({ isBlocking }) => isBlocking) ? 1 : 0;
  },
};

const outcomes = {
  "in-step": "in step",
  reset: "reset",
  "reset-not-uploaded": "reset, and what only it had is not uploaded again yet",
  "would-pull": "to be told to pull; where it cannot merge then, this is done:",
  "would-reset": "to be reset:",
  left: "left as it is",
  elsewhere: "left to the run that is at it",
} as const;

function print(screen: Screen, healing: Healing): void {
  if (screen.isJson) {
    screen.printJson(healing);
    return;
  }
  const lines = healing.clones.flatMap(({ owner, outcome, plan }) => [
    `  ${terminalText(owner)}  ${outcomes[outcome]}`,
    ...(plan === undefined || outcome === "left" ? [] : planWords(plan).map((line) => `    ${terminalText(line)}`)),
  ]);
  const ends = healing.unfinished.flatMap(({ owner, unlocks, uploads }) => [
    `  ${terminalText(owner)}  begun by an earlier run, and to be ended first:`,
    ...unlocks.map((name) => `    ${terminalText(name)}: unlocked`),
    ...uploads.map((file) => `    ${terminalText(file)}: its strings uploaded, where nobody saved another text since`),
  ]);
  const none = "  no component of the mapping reads this branch of this repository";
  // What would be done stands above, whole.
  const health = healing.health.map(({ details, ...finding }) =>
    finding.isBlocking && details !== undefined ? { ...finding, details } : finding,
  );
  const all = [...ends, ...lines];
  const { style } = screen;
  const said = [...givenUpLines(healing.conflicts, style), ...healthLines(health, style)];
  screen.print([...(all.length === 0 ? [none] : all), "", ...said]);
}
