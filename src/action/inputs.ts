import * as core from "@actions/core";
import { UserError } from "../core/errors.ts";
import type { Redactor } from "../core/redaction.ts";
import { DEFAULT_MAPPING } from "../workspace/default-mapping.ts";

const commands = ["auto", "push", "pull", "sync", "stats", "plan"] as const;
export type CommandInput = (typeof commands)[number];

export interface ActionInputs {
  /** The service's token; "" where the run has no secrets. */
  readonly token: string;
  readonly githubToken: string;
  readonly mapping: string;
  readonly command: CommandInput;
  readonly dryRun: boolean;
  readonly allowRemovals: boolean;
}

/**
 * All inputs, read once. Tokens are masked before anything else is looked at, so that no later error can show them.
 * @throws {UserError} `IL-A01`
 */
export function loadInputs(redactor: Redactor): ActionInputs {
  const token = core.getInput("token");
  const githubToken = core.getInput("github-token");
  for (const secret of [token, githubToken]) mask(secret, redactor);
  return {
    token,
    githubToken,
    mapping: core.getInput("mapping") || DEFAULT_MAPPING,
    command: commandInput(core.getInput("command") || "auto"),
    dryRun: flagInput("dry-run"),
    allowRemovals: flagInput("allow-removals"),
  };
}

function mask(secret: string, redactor: Redactor): void {
  if (secret === "") return;
  // The runner knows encodings of a masked value itself, but not the form that basic authentication gives it.
  for (const form of [secret, Buffer.from(`x-access-token:${secret}`).toString("base64")]) {
    core.setSecret(form);
    redactor.add(form);
  }
}

function commandInput(value: string): CommandInput {
  const command = commands.find((each) => each === value);
  if (command !== undefined) return command;
  throw new UserError(`the input "command" is "${value}"`, {
    code: "IL-A01",
    hint: `It may be ${commands.join(", ")}.`,
  });
}

function flagInput(name: string): boolean {
  const value = core.getInput(name).toLowerCase();
  if (value === "true") return true;
  if (value === "false" || value === "") return false;
  throw new UserError(`the input "${name}" is "${value}"`, { code: "IL-A01", hint: "It may be true or false." });
}
