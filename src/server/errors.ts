import type { ErrorTable } from "../core/errors.ts";

export const serverErrors = {
  "IL-E02": {
    title: "The server could not listen",
    remedy: "Choose another port (0 takes any free one) or another address of this machine.",
  },
  "IL-E06": {
    title: "An environment variable does not hold what it takes",
    remedy: "`interlinear serve --help` lists the variables; one that is not set has its default.",
  },
} satisfies ErrorTable;
