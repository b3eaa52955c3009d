import { Hono } from "hono";
import type { IntakeSurroundings } from "./intake-surroundings.ts";

/** Takes webhooks in; to be mounted at `/webhooks`. */
export function webhookApp(_bot: IntakeSurroundings): Hono {
  return new Hono();
}
