/**
 * GitHub asks for a second between two requests that write, and scenarios make hundreds of them: here they follow each other at once.
 * What a limit asks to wait is waited. `src/forge/github/connection.test.ts` and `npm run test:full` have the pace of the product.
 */
import process from "node:process";
import { POLITE } from "../../src/forge/github/connection.ts";

if (process.env.INTERLINEAR_PROCESSES !== "1") Object.assign(POLITE, { spaced: false });
