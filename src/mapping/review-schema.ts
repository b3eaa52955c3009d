import * as z from "zod";
import { mappingDefaults } from "./mapping-defaults.ts";

const percent = z.number().min(0).max(100);

export const review = z.strictObject({
  comment: z.boolean().optional().meta({
    default: true,
    description: "One comment on a pull request that touches strings, kept up to date.",
  }),
  check: z.boolean().optional().meta({ default: true, description: "A check run with the outcome." }),
  "fail-below": percent.optional().meta({
    default: mappingDefaults.failBelow,
    description: "The check fails where a language would fall below this percentage of translated strings.",
  }),
  "pass-above": percent.optional().meta({
    description:
      "A language that failed passes again from this percentage on; `fail-below`, if left out. Between the two it stays what it was.",
  }),
  languages: z
    .record(z.string().min(1), percent)
    .optional()
    .meta({ default: {}, description: "`fail-below` for single languages: `{ fr: 95, is: 0 }`." }),
  broken: z.enum(["fail", "report", "off"]).optional().meta({
    default: "fail",
    description: "What a translation in the change does that would break the app: the check fails, or only says so.",
  }),
  "unknown-keys": z.enum(["report", "off"]).optional().meta({
    default: "report",
    description: "Whether code is looked through for keys that no source file has.",
  }),
});
