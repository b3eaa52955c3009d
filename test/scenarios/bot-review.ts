import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { type BotRepository, type BotWorld } from "../support/bot-world.ts";
import { webSource } from "../support/sample-files.ts";

const BOT = "interlinear[bot]";
export const changed = { "locales/en.json": webSource.replace('"Hello"', '"Hello there"') };

export function ourComments({ hosted }: BotRepository, pull: number): readonly string[] {
  return hosted.comments.filter(({ issue, user }) => issue === pull && user === BOT).map(({ body }) => body);
}

export function checksAt({ hosted }: BotRepository, commit: string) {
  return hosted.checkRuns.filter((run) => run.commit === commit);
}

/** Paths of all files below a folder, without those that the bot takes away meanwhile. */
export async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const below = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(path) : [path];
    }),
  );
  return below.flat();
}

export async function isReviewed(world: BotWorld, commit: string): Promise<void> {
  await world.until(`the check of ${commit.slice(0, 7)} is there`, () =>
    checksAt(world.app, commit).some(({ status }) => status === "completed"),
  );
  await world.settled();
}
