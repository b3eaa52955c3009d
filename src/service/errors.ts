import type { ErrorTable } from "../core/errors.ts";

/** Codes of the service's refusals towards people who embed it; over HTTP the codes are the API's own. */
export const serviceErrors = {
  "IL-E01": {
    title: "The service refused what was asked",
    remedy: "The message names the field and what it expects.",
  },
  "IL-E03": {
    title: "The data folder is in use by another process",
    remedy: "End that process, or choose another folder with `--data`.",
  },
  "IL-E04": {
    title: "There is no service in that folder",
    remedy: "Name the folder of a service with `--data`, or start `interlinear serve` there once.",
  },
  "IL-E05": {
    title: "The data folder belongs to another database",
    remedy: "Choose another folder with `--data`, or use the database that the folder belongs to (`DATABASE_URL`).",
  },
} satisfies ErrorTable;
