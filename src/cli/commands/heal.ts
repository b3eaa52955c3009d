import { systemClock } from "../../core/clock.ts";
import { defined } from "../../core/defined.ts";
import { healthLines } from "../../report/run/health-section.ts";
import { healClones, type Healing } from "../../sync/healing/heal-clones.ts";
import { checkedOutBase } from "../../workspace/synchronise.ts";
import type { Command } from "../command.ts";
import { composeWorkspace } from "../compose.ts";
import { dryRunOption, mappingOptions } from "../options.ts";
import type { Screen } from "../screen.ts";

export const command: Command = {
  summary: "mend clones of the service that cannot merge this repository",
  description:
    "Tells the components that read this repository to pull. A clone that cannot merge is reset to the repository behind a lock, and what only the service has is uploaded again. Every sync does this as well.",
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

function print(screen: Screen, healing: Healing): void {
  if (screen.isJson) {
    screen.printJson(healing);
    return;
  }
  const words = { "in-step": "in step", reset: "reset", "would-reset": "to be reset", left: "left as it is" } as const;
  const lines = healing.clones.map(({ owner, outcome }) => `  ${owner}  ${words[outcome]}`);
  const none = "  no component of the mapping reads this branch of this repository";
  screen.print([...(lines.length === 0 ? [none] : lines), "", ...healthLines(healing.health, screen.style)]);
}
