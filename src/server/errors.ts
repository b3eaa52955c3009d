import type { ErrorTable } from "../core/errors.ts";

export const serverErrors = {
  "IL-E02": {
    title: "The server could not listen",
    remedy: "Choose another port (0 takes any free one) or another address of this machine.",
  },
  "IL-E06": {
    title: "An environment variable does not hold what it takes",
    remedy: "`interlinear serve --help` lists the variables; a variable that is not set has its default.",
  },
  "IL-E07": {
    title: "The settings that the bot's start brings along are refused",
    remedy: "Each is named with what is wrong; correct its environment variable, or set it in the administration.",
  },
} satisfies ErrorTable;
