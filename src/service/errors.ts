import type { ErrorTable } from "../core/errors.ts";

/** Codes of the service's refusals towards people who embed it; over HTTP the codes are the API's own. */
export const serviceErrors = {
  "IL-E01": {
    title: "The service refused what was asked",
    remedy: "The message names the field and what it expects.",
  },
} satisfies ErrorTable;
