import * as z from "zod";
import { lazy, type Value } from "../../http-api/endpoint.ts";

export const UpdateTriggered = lazy(() => z.object({ status: z.string(), message: z.string() }));

/** How far the match got: components with this repository, of these with this branch, of these with hooks turned on. */
export const HookAnswer = lazy(() =>
  z.object({
    status: z.enum(["success", "failure"]),
    message: z.string(),
    match_status: z.object({
      repository_matches: z.int(),
      branch_matches: z.int(),
      enabled_hook_matches: z.int(),
    }),
    /** Addresses of the components that are pulled, as far as the caller sees them. */
    updated_components: z.array(z.string()).optional(),
  }),
);
export type HookAnswer = Value<typeof HookAnswer>;
