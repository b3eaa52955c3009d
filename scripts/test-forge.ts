/** `npm run test:forge`: everything that is said to work on Gitea, on a real one that is built for it. */
import process from "node:process";
import { realForgeStages } from "./real-forge-stages.ts";
import { addTallies, tallyLine } from "./tally.ts";

const results = await realForgeStages("full");
const total = addTallies(...results.map(({ tally }) => tally));
process.exitCode = total.failed === 0 ? 0 : 1;
console.log(`\n${tallyLine(total)}`);
// What the server leaves of its streams must not hold this process.
process.exit();
