import * as core from "@actions/core";
import { resolve } from "node:path";
import type { JobCommand } from "../automation/job.ts";
import { defined } from "../core/defined.ts";
import { UserError } from "../core/errors.ts";
import type { Redactor } from "../core/redaction.ts";
import { DEFAULT_MAPPING } from "../workspace/default-mapping.ts";
import { matrixInputs, type MatrixInputs } from "./matrix-inputs.ts";
import { secretForms } from "./secret-forms.ts";

const commands = [
  "auto",
  "push",
  "pull",
  "sync",
  "stats",
  "plan",
  "collect",
  "propose",
  "review",
  "comment",
  "after-merge",
] as const;
export type CommandInput = (typeof commands)[number] & ("auto" | JobCommand);

/** An App whose installation token is made for this run. */
export interface AppInput {
  /** App id or client id. */
  readonly id: string;
  /** PEM. */
  readonly privateKey: string;
}

export interface SigningInput {
  /** SSH or armoured GPG key. */
  readonly key: string;
  /** "" for a key without one. */
  readonly passphrase: string;
}

export interface ActionInputs {
  /** The service's token; "" where the run has no secrets. */
  readonly token: string;
  readonly githubToken: string;
  readonly app?: AppInput;
  readonly signing?: SigningInput;
  readonly committer?: { readonly name: string; readonly email: string };
  readonly mapping: string;
  readonly command: CommandInput;
  /** `project/component` or slugs; all without it. */
  readonly components?: readonly string[];
  /** Percentage that stands above the mapping's `review.fail-below`. */
  readonly failBelow?: number;
  readonly dryRun: boolean;
  readonly allowRemovals: boolean;
  readonly full: boolean;
  readonly matrix: MatrixInputs;
  /** Where a run is kept while the workflow's own steps go over its files. */
  readonly heldFile?: string;
}

/**
 * All inputs, read once. Secrets are masked before anything else is looked at, so that no later error can show them.
 * @throws {UserError} `IL-A01`
 */
export function loadInputs(redactor: Redactor): ActionInputs {
  const token = core.getInput("token");
  const jobToken = core.getInput("job-token");
  const githubToken = core.getInput("github-token") || jobToken;
  const privateKey = core.getInput("private-key");
  const key = core.getInput("signing-key");
  const passphrase = core.getInput("signing-passphrase");
  for (const secret of [token, githubToken, jobToken, privateKey, key, passphrase]) mask(secret, redactor);
  const components = core.getMultilineInput("components").flatMap((line) => line.split(/[\s,]+/).filter(Boolean));
  const failBelow = percentInput("fail-below");
  const command = commandInput(core.getInput("command") || "auto");
  return {
    token,
    githubToken,
    ...appInput(core.getInput("app-id"), privateKey),
    ...(key === "" ? {} : { signing: { key, passphrase } }),
    ...committerInput(core.getInput("committer-name"), core.getInput("committer-email")),
    mapping: core.getInput("mapping") || DEFAULT_MAPPING,
    command,
    matrix: matrixInputs(command),
    ...heldFileInput(command, components),
    ...(components.length === 0 ? {} : { components }),
    ...defined({ failBelow }),
    dryRun: flagInput("dry-run"),
    allowRemovals: flagInput("allow-removals"),
    full: flagInput("full"),
  };
}

/** From now on no log, summary or output shows the secret, in any form that it takes on its way. */
export function mask(secret: string, redactor: Redactor): void {
  for (const form of secretForms(secret)) {
    core.setSecret(form);
    redactor.add(form);
  }
}

function appInput(id: string, privateKey: string): { readonly app?: AppInput } {
  if (id === "" && privateKey === "") return {};
  // A run for a fork has the id, which is no secret, and not the key.
  if (privateKey === "") return {};
  if (id === "") throw wrong('the input "private-key" is given without "app-id"', "An App is named by both of them.");
  return { app: { id, privateKey } };
}

/** `propose` takes what the run did not bring for gone, so that it has to be a whole one. */
function heldFileInput(command: CommandInput, components: readonly string[]): Pick<ActionInputs, "heldFile"> {
  const path = core.getInput("held-file");
  if (path === "") {
    if (command !== "propose") return {};
    throw wrong('the input "held-file" is missing', "`propose` needs the file that `sync` kept.");
  }
  if (command !== "sync" && command !== "propose") {
    throw wrong('the input "held-file" goes with command: sync or propose', "Set `command` in both steps.");
  }
  if (components.length > 0 || core.getInput("shard") !== "" || flagInput("dry-run")) {
    throw wrong('the input "held-file" is for a whole run', "Leave out `components`, `shard` and `dry-run`.");
  }
  return { heldFile: resolve(path) };
}

function committerInput(name: string, email: string): Pick<ActionInputs, "committer"> {
  if (name === "" && email === "") return {};
  if (name === "" || email === "") {
    throw wrong(`the input "committer-${name === "" ? "name" : "email"}" is missing`, "Name and e-mail go together.");
  }
  return { committer: { name, email } };
}

function commandInput(value: string): CommandInput {
  const command = commands.find((each) => each === value);
  if (command !== undefined) return command;
  throw wrong(`the input "command" is "${value}"`, `It may be ${commands.join(", ")}.`);
}

function flagInput(name: string): boolean {
  const value = core.getInput(name).toLowerCase();
  if (value === "true") return true;
  if (value === "false" || value === "") return false;
  throw wrong(`the input "${name}" is "${value}"`, "It may be true or false.");
}

function percentInput(name: string): number | undefined {
  const value = core.getInput(name);
  if (value === "") return undefined;
  const percent = /^\d{1,3}(?:\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
  if (percent <= 100) return percent;
  throw wrong(`the input "${name}" is "${value}"`, "It is a percentage, from 0 to 100.");
}

function wrong(message: string, hint: string): UserError {
  return new UserError(message, { code: "IL-A01", hint });
}
