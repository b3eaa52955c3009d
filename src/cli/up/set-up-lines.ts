import { terminalText } from "../../report/words/escape.ts";
import { paint, type TerminalStyle } from "../../report/words/terminal-lines.ts";
import { alignedRows } from "../../report/words/text-width.ts";
import { counted, listed } from "../../report/words/words.ts";
import { componentName } from "../../mapping/binding.ts";
import type { StepResult } from "../../workspace/set-up/apply.ts";
import type { SetUpPlan, SetUpStep } from "../../workspace/set-up/plan.ts";
import type { ProposedMapping } from "../../mapping/proposed-mapping.ts";
import { otherToolLines } from "./other-tools.ts";
import type { Todo } from "./todo.ts";
import type { SetUp } from "./set-up.ts";

const left = { align: "left" } as const;
const MOST_LANGUAGES = 6;

/** What is there, and what would be done about it. */
export function planLines(setUp: SetUp, style: TerminalStyle): readonly string[] {
  const { plan, proposed, otherTools } = setUp;
  return [
    ...headLines(setUp, style),
    "",
    ...planRows(plan.steps, style),
    ...(plan.steps.length === 0 ? ["  Nothing is missing: mapping, project, components and workflow are there."] : []),
    ...guessedBranchLines(setUp),
    ...notUsedLines(proposed),
    ...otherToolLines(otherTools),
    ...plan.differences.map(({ subject, message }) => terminalText(`  ! ${subject}: ${message}. It stays as it is.`)),
    ...plan.impossible.flatMap(({ subject, message, remedy }) => [
      terminalText(`  ! ${subject}: ${message}.`),
      terminalText(`    → ${remedy}`),
    ]),
  ];
}

function headLines({ service, account, mapping, mappingPath, branch }: SetUp, style: TerminalStyle): readonly string[] {
  const projects = [...new Set(mapping.bindings.map(({ component }) => component.project))];
  const rows = [
    ["service", service],
    ["token of", account === undefined ? "a user that the service does not name" : tokenWords(account)],
    [projects.length === 1 ? "project" : "projects", listed(projects, 3)],
    ["mapping", mappingPath],
    ...(branch === undefined ? [] : [["branch", branch]]),
  ];
  return alignedRows(
    rows.map(([name = "", value = ""]) => [`  ${paint(style, "dim", name)}`, terminalText(value)]),
    [left, left],
  );
}

/** Only where something is made for the branch. */
function guessedBranchLines({ branch, isBranchGuessed, plan }: SetUp): readonly string[] {
  const isUsed = plan.steps.some(
    (step) => step.kind === "write-workflow" || (step.kind === "create-component" && step.from.kind === "repository"),
  );
  if (!isBranchGuessed || !isUsed) return [];
  const found = branch === undefined ? "main, as most are called" : `${branch}, which is checked out`;
  return [
    terminalText(
      `  ! No remote says what its default branch is: what is made is for ${found}. On another branch the workflow would never run: correct it then.`,
    ),
  ];
}

function tokenWords({ username, isSuperuser }: NonNullable<SetUp["account"]>): string {
  return isSuperuser ? `${username}, who administers the service` : username;
}

/** A step, with which settings; below it why. */
export function planRows(steps: readonly SetUpStep[], style: TerminalStyle): readonly string[] {
  const rows = alignedRows(
    steps.map((step) => [
      `  ${paint(style, "bold", verbOf(step))}`,
      terminalText(subjectOf(step)),
      terminalText(detailOf(step)),
    ]),
    [left, left, left],
  );
  return steps.flatMap((step, at) => [rows[at] ?? "", `          ${paint(style, "dim", terminalText(step.reason))}`]);
}

export function verbOf(step: SetUpStep): string {
  switch (step.kind) {
    case "write-mapping":
    case "write-workflow": {
      return "write";
    }
    case "create-project":
    case "create-component": {
      return "create";
    }
    case "send-translations": {
      return "send";
    }
    default: {
      return step satisfies never;
    }
  }
}

export function subjectOf(step: SetUpStep): string {
  switch (step.kind) {
    case "write-mapping":
    case "write-workflow": {
      return step.file.path;
    }
    case "create-project": {
      return `project ${step.slug}`;
    }
    case "create-component":
    case "send-translations": {
      return componentName(step.component);
    }
    default: {
      return step satisfies never;
    }
  }
}

function detailOf(step: SetUpStep): string {
  switch (step.kind) {
    case "write-mapping": {
      return "the mapping";
    }
    case "write-workflow": {
      return "the workflow";
    }
    case "create-project": {
      return "";
    }
    case "create-component": {
      const languages =
        step.languages.length === 0 ? "no translations yet" : `with ${listed(step.languages, MOST_LANGUAGES)}`;
      return `${String(step.settings["file_format"])}  ${String(step.settings["filemask"])}  ${languages}`;
    }
    case "send-translations": {
      return `translations: ${listed(step.languages, MOST_LANGUAGES)}`;
    }
    default: {
      return step satisfies never;
    }
  }
}

/** What was seen and cannot be used: nobody should have to find out. */
export function notUsedLines(proposed: ProposedMapping | undefined): readonly string[] {
  if (proposed === undefined) return [];
  return [
    ...proposed.withoutSource.map(({ translations }) =>
      terminalText(`  ! ${translations}: no file in the source language was found, so it was left out.`),
    ),
    ...proposed.doubled.map(({ path, kept }) =>
      terminalText(`  ! ${path} was left out (\`exclude\`): the service takes ${kept} for its language.`),
    ),
    ...proposed.refused.map(({ source, why }) =>
      terminalText(`  ! ${source} was left out: ${why}. Add it to the mapping by hand.`),
    ),
    ...proposed.unusable.map(({ path, count, why }) =>
      terminalText(`  ! ${path}${count > 1 ? ` and ${String(count - 1)} more` : ""} cannot be bound: ${why}.`),
    ),
  ];
}

/** One line as a step ends. */
export function resultLines(step: SetUpStep, result: StepResult, style: TerminalStyle): readonly string[] {
  const subject = terminalText(`${verbOf(step)} ${subjectOf(step)}`);
  if (result.kind === "done") {
    return [
      `  ${paint(style, "green", "✓")} ${subject}${result.note === undefined ? "" : terminalText(` (${result.note})`)}`,
    ];
  }
  if (result.kind === "left-out") return [`  ${paint(style, "dim", "·")} ${subject}: ${terminalText(result.because)}`];
  const { message, code, hint } = result.error;
  const remedy = result.remedy ?? hint;
  return [
    `  ${paint(style, "red", "✗")} ${subject}: ${terminalText(`${message} (${code})`)}`,
    ...(remedy === undefined ? [] : [`    ${terminalText(`→ ${remedy}`)}`]),
  ];
}

export function todoLines(todo: readonly Todo[], style: TerminalStyle): readonly string[] {
  if (todo.length === 0) return [];
  return [
    "",
    paint(style, "bold", `What is left for you: ${counted(todo.length, "thing")}`),
    ...todo.flatMap(({ what, command }, at) => [
      terminalText(`  ${String(at + 1)}. ${what}`),
      ...(command === undefined ? [] : command.split("\n").map((line) => terminalText(`       ${line}`))),
    ]),
  ];
}

/** The plan as data: without the texts of files. */
export function planDocument({ steps, differences, impossible }: SetUpPlan): object {
  return {
    steps: steps.map((step) => {
      const about = { kind: step.kind, subject: subjectOf(step), reason: step.reason };
      if (step.kind === "create-component") {
        const from = step.from.kind === "repository" ? step.from : { kind: "files", files: step.from.files.length };
        return { ...about, settings: step.settings, languages: step.languages, from };
      }
      return step.kind === "send-translations" ? { ...about, languages: step.languages } : about;
    }),
    differences,
    impossible,
  };
}
