/** `npm run test:real`: the scenarios again, against a real service that is installed for them; `--full`: all of them. */
import process from "node:process";
import { realServiceStages } from "./real-service-stages.ts";
import { addTallies, tallyLine } from "./tally.ts";

const results = await realServiceStages(process.argv.includes("--full") ? "full" : "quick");
const total = addTallies(...results.map(({ tally }) => tally));
process.exitCode = total.failed === 0 ? 0 : 1;
console.log(`\n${tallyLine(total)}`);
// What the service leaves of its streams must not hold this process.
process.exit();
