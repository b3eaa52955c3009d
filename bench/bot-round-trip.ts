import { createBotWorld, sourceOnService } from "../test/support/bot-world.ts";
import { webSource } from "../test/support/sample-files.ts";

export interface RoundTripResult {
  /** Seconds from a push to its strings on the service. */
  readonly pushToService: number;
  /** Seconds from an order in a comment to the pull request. */
  readonly orderToPull: number;
  /** Seconds from a translation that was saved on the service to its text in the pull request. */
  readonly savedToPull: number;
}

/** From event to effect: a real embedded service, the bot in its process, and GitHub's stand-in. */
export async function measureRoundTrip(): Promise<RoundTripResult> {
  await using world = await createBotWorld({ isProcess: true });
  const { app, site, host } = world;
  const timed = async (
    words: string,
    begin: () => Promise<unknown>,
    holds: () => Promise<boolean>,
  ): Promise<number> => {
    const began = performance.now();
    await begin();
    await world.until(words, holds);
    return (performance.now() - began) / 1_000;
  };
  const pushToService = await timed(
    "the source is on the service",
    () => app.push({ "locales/en.json": webSource.replace('"Hello"', '"Hello there"') }),
    async () => (await sourceOnService(site, app.web, "title")) === "Hello there",
  );
  await world.settled();
  const proposed = async (text: string): Promise<boolean> => {
    const [pull] = app.ours();
    if (pull === undefined) return false;
    return (await app.repository.remoteGit("show", `${pull.head}:locales/de.json`)).includes(text);
  };
  const savedToPull = await timed(
    "the pull request has the text",
    () => app.translate("de", "title", "Guten Tag"),
    () => proposed("Guten Tag"),
  );
  await world.settled();
  const [pull] = app.ours();
  if (pull === undefined) throw new Error("there is no pull request");
  await app.translate("de", "button.save", "Sichern");
  const orderToPull = await timed(
    "the pull request has the next text",
    () => host.people.comment(app.name, pull.number, "/interlinear sync", "ana"),
    () => proposed("Sichern"),
  );
  return { pushToService, savedToPull, orderToPull };
}
