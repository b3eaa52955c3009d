import process from "node:process";

/** What this process was told in confidence: inputs of the action, tokens, keys, the database's address. */
const CONFIDENTIAL = /^(?:INPUT_|INTERLINEAR_|DATABASE_URL$)/;

/** The environment for a process that this one starts: all but what is only for us. */
export function inheritedEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !CONFIDENTIAL.test(name)));
}
