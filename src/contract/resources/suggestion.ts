import * as z from "zod";
import { link } from "../fields.ts";

export const Suggestion = z
  .looseObject({
    id: z.int(),
    /** Address of the string. */
    unit: z.string(),
    /** One text per plural form. */
    target: z.array(z.string()),
    /** null for a suggestion whose user is gone. */
    user: link,
    timestamp: z.string(),
    /** Votes for it less those against it. */
    votes: z.int(),
  })
  .meta({ id: "Suggestion" });
export type Suggestion = z.output<typeof Suggestion>;

/** What became of a vote: counted, or the one that was needed; the suggestion is gone then. */
export const SuggestionVote = z
  .looseObject({
    result: z.enum(["voted", "accepted"]),
    suggestion: Suggestion.nullable(),
  })
  .meta({ id: "SuggestionVote" });
export type SuggestionVote = z.output<typeof SuggestionVote>;

export const SuggestionAction = z.looseObject({ result: z.string() }).meta({ id: "SuggestionAction" });
