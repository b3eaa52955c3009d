import type { BotRepository } from "../support/bot-world.ts";

const BOT = "interlinear[bot]";

/** What the bot wrote in answer to orders. */
export function answersIn({ hosted }: BotRepository, pull: number): readonly string[] {
  return hosted.comments
    .filter(({ issue, user, body }) => issue === pull && user === BOT && body.includes("interlinear:answer"))
    .map(({ body }) => body);
}
