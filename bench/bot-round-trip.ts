import { createBotWorld, sourceOnService } from "../test/support/bot-world.ts";
import { webSource } from "../test/support/sample-files.ts";

export interface RoundTripResult {
  /** Seconds from a push to its strings on the service. */
  readonly pushToService: number;
  /** Seconds from an order in a comment to the pull request. */
  readonly orderToPull: number;
  /** Seconds from a translation that was saved on the service to its text in the pull request. */
  readonly savedToPull: number;
  /** Seconds of that in which the bot waited for the translator to go on. */
  readonly pause: number;
  /** The same of a save that completes a language, as the service tells: the pause ends early. */
  readonly doneToPull: number;
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
  const proposed = async (text: string, language = "de"): Promise<boolean> => {
    const [pull] = app.ours();
    if (pull === undefined) return false;
    return (await app.repository.remoteGit("show", `${pull.head}:locales/${language}.json`)).includes(text);
  };
  const savedToPull = await timed(
    "the pull request has the text",
    // Czech lacks other strings as well: this one completes nothing.
    () => app.translate("cs", "button.cancel", "Zru\u0161it"),
    () => proposed("Zru\u0161it", "cs"),
  );
  await world.settled();
  const [first] = world.bot.rows("select received, due from delivery where source = 'service' order by id limit 1");
  const pause = (Date.parse(String(first?.["due"])) - Date.parse(String(first?.["received"]))) / 1_000;
  const [pull] = app.ours();
  if (pull === undefined) throw new Error("there is no pull request");
  await app.translate("de", "button.save", "Sichern");
  const orderToPull = await timed(
    "the pull request has the next text",
    () => host.people.comment(app.name, pull.number, "/interlinear sync", "ana"),
    () => proposed("Sichern"),
  );
  await world.settled();
  const doneToPull = await timed(
    "the pull request has the last text of a language",
    // Its source was changed above, and German has all the others.
    () => app.translate("de", "title", "Guten Tag"),
    () => proposed("Guten Tag"),
  );
  return { pushToService, savedToPull, pause, doneToPull, orderToPull };
}
