import { pullRequestChanged, type Trigger } from "../support/events.ts";
import type { ProposedChange } from "../support/proposed-change.ts";
import { webSource } from "../support/sample-files.ts";
import type { World, WorldOptions } from "../support/world.ts";

export const withChecks = {
  settings: { permissions: { contents: "read", "pull-requests": "write", checks: "write" } },
} satisfies WorldOptions["github"];
export const changedTitle = webSource.replace('"Hello"', '"Hello there"');
export const brokenGerman = `{
    "title": "Hallo",
    "button": {
        "save": "Speichern",
        "cancel": "Abbrechen"
    },
    "files": "Sie haben Dateien."
}
`;

export function trigger(world: World, { head, number }: ProposedChange, action = "opened"): Promise<Trigger> {
  return pullRequestChanged(world.repository, world.github.repository, head, { number, action });
}
