import process from "node:process";
import { fail, runAction } from "./run-action.ts";

process.on("uncaughtException", fail);
process.on("unhandledRejection", fail);

await runAction(process.env);
