import { expect, test } from "vitest";
import { Redactor } from "../core/redaction.ts";
import { Screen, type ScreenOptions } from "./screen.ts";
import { terminalLogger } from "./terminal-logger.ts";

function aScreen(overrides: Partial<ScreenOptions> = {}, isTerminal = true) {
  const printed = { stdout: "", stderr: "" };
  const output = (name: keyof typeof printed) => ({
    isTTY: isTerminal,
    columns: 100,
    write: (text: string) => {
      printed[name] += text;
    },
  });
  const redactor = new Redactor();
  redactor.add("svp_secret");
  const screen = new Screen({
    stdout: output("stdout"),
    stderr: output("stderr"),
    environment: {},
    redactor,
    json: false,
    noColour: false,
    ...overrides,
  });
  return { screen, printed };
}

test.each([
  ["a terminal", {}, true, true],
  ["a pipe", {}, false, false],
  ["a terminal with NO_COLOR", { environment: { NO_COLOR: "1" } }, true, false],
  ["a terminal with --no-color", { noColour: true }, true, false],
  ["a dumb terminal", { environment: { TERM: "dumb" } }, true, false],
])("on %s colours are used as wanted", (_, options, isTerminal, colour) => {
  expect(aScreen(options, isTerminal).screen.style.colour).toBe(colour);
});

test("secrets are taken out of lines and documents alike", () => {
  const { screen, printed } = aScreen();

  screen.print(["token svp_secret"]);
  screen.printJson({ token: "svp_secret" });
  screen.note("svp_secret");

  expect(printed.stdout + printed.stderr).not.toContain("svp_secret");
});

test("with --json nothing but the document goes to standard output", () => {
  const { screen, printed } = aScreen({ json: true });

  screen.print(["text"]);
  screen.printJson({ done: true });

  expect(printed.stdout).toBe('{"done":true}\n');
});

test("on a terminal progress is one line that is redrawn and cleared; a remark does not run into it", () => {
  const { screen, printed } = aScreen();
  const logger = terminalLogger(screen, false);

  logger.progress("observe", 1, 2);
  logger.warning("slow\nservice");
  logger.progress("observe", 2, 2);

  expect(printed.stderr).toContain("\r\u001b[2K  observe   ██████████░░░░░░░░░░ 1/2");
  expect(printed.stderr).toContain("\r\u001b[2K  warning   slow⏎service\n");
  expect(printed.stderr.endsWith("\r\u001b[2K")).toBe(true);
});

test("elsewhere a phase is one plain line when it is finished", () => {
  const { screen, printed } = aScreen({}, false);
  const logger = terminalLogger(screen, false);

  for (const done of [1, 2, 3]) logger.progress("pull-repository", done, 3, "acme/website");

  expect(printed.stderr).toBe("  pull      3/3\n");
});

test("in continuous integration even a terminal gets plain lines", () => {
  expect(aScreen({ environment: { CI: "true" } }).screen.isLive).toBe(false);
});
