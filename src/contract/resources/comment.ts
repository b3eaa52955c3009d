import * as z from "zod";
import { lazy, type Value } from "../../http-api/endpoint.ts";
import { link } from "../fields.ts";

export const Comment = lazy(() =>
  z
    .looseObject({
      id: z.int(),
      /** Markdown with `@username` mentions, as it was written. */
      comment: z.string(),
      /** null where the user is gone, and for answers from the forge. */
      user: link,
      timestamp: z.string(),
      /** Login of who answered a question on the forge; only where it is such an answer. */
      answered_by: z.string().optional(),
    })
    .meta({ id: "Comment" }),
);
export type Comment = Value<typeof Comment>;
