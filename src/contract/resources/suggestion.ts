import * as z from "zod";
import { lazy, type Value } from "../../http-api/endpoint.ts";
import { link } from "../fields.ts";
import { propagated } from "./unit.ts";

export const Suggestion = lazy(() =>
  z
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
    .meta({ id: "Suggestion" }),
);
export type Suggestion = Value<typeof Suggestion>;

/** What became of a vote: counted, or the one that was needed; the suggestion is gone then. */
export const SuggestionVote = lazy(() =>
  z
    .looseObject({
      result: z.enum(["voted", "accepted"]),
      suggestion: Suggestion().nullable(),
    })
    .meta({ id: "SuggestionVote" }),
);
export type SuggestionVote = Value<typeof SuggestionVote>;

export const SuggestionAction = lazy(() =>
  z.looseObject({ result: z.string(), propagated: propagated() }).meta({ id: "SuggestionAction" }),
);
