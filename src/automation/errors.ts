import type { ErrorTable } from "../core/errors.ts";

export const automationErrors = {
  "IL-A06": {
    title: "The branch that an order is about is gone",
    remedy: "Ask again in a pull request whose base branch exists.",
  },
} satisfies ErrorTable;
