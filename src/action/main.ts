import process from "node:process";
import { fail, runAction } from "./run-action.ts";

/** Whatever is still open then must not keep a failed step waiting. */
const GRACE_MILLISECONDS = 2_000;

for (const event of ["uncaughtException", "unhandledRejection"] as const) {
  process.on(event, (error: unknown) => {
    fail(error);
    setTimeout(() => process.exit(), GRACE_MILLISECONDS).unref();
  });
}

await runAction(process.env);
