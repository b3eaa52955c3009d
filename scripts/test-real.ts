/**
 * `npm run test:real`: the scenarios again, against a real service that is installed for them, and a sample on a real Gitea where
 * that was built before; `--full`: all of them, and what needs PostgreSQL.
 */
import process from "node:process";
import { postgresStages } from "./postgres-stages.ts";
import { realServiceStages } from "./real-service-stages.ts";
import { realForgeStages } from "./real-forge-stages.ts";
import { addTallies, tallyLine } from "./tally.ts";

const tier = process.argv.includes("--full") ? "full" : "quick";
const results = [
  ...(await realServiceStages(tier)),
  ...(tier === "full" ? await postgresStages() : []),
  ...(await realForgeStages(tier)),
];
const total = addTallies(...results.map(({ tally }) => tally));
process.exitCode = total.failed === 0 ? 0 : 1;
console.log(`\n${tallyLine(total)}`);
// What the service leaves of its streams must not hold this process.
process.exit();
