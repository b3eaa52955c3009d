/**
 * `node scripts/measured.ts FILE SCRIPT [ARGUMENT …]`: runs the script with this Node to its end and writes into the file how many
 * CPU seconds it took, with everything it started. A process of its own, as only a parent is told what its children have used.
 */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import process from "node:process";
import { usedSoFar } from "./cost.ts";

const [file = "", ...args] = process.argv.slice(2);
const { status, error } = spawnSync(process.execPath, args, { stdio: "inherit" });
if (error !== undefined) throw error;
writeFileSync(file, String(usedSoFar() ?? ""));
process.exitCode = status ?? 1;
