import { expect, test } from "vitest";
import { aBrokenText, aConflict, aFinding, aRun } from "../../test/support/run-result.ts";
import { silentLogger, type Logger } from "../core/logger.ts";
import type { Place } from "../core/errors.ts";
import { NOTHING_PROPOSED } from "../report/run/forge-outcome.ts";
import { annotateRun, verdictOf } from "./annotations.ts";

interface Said {
  readonly level: string;
  readonly message: string;
  readonly place: Place | undefined;
}

function listening(): { readonly said: readonly Said[]; readonly logger: Logger } {
  const said: Said[] = [];
  const hear = (level: string) => (message: string, place?: Place) => {
    said.push({ level, message, place });
  };
  return { said, logger: { ...silentLogger, notice: hear("notice"), warning: hear("warning"), error: hear("error") } };
}

test("an open conflict is an error at its line, what was held back a warning, a settled conflict a notice", () => {
  const { said, logger } = listening();
  const run = aRun({
    conflicts: [aConflict({ taken: "none", policy: "fail" }), aConflict()],
    plan: { steps: [], findings: [aFinding(), aFinding({ kind: "skipped" })], inStep: 0 },
  });

  const delivery = { outcome: "left-alone", branch: "b", notes: ["dana committed to the branch"] } as const;
  annotateRun(run, { deliveries: [delivery], withdrawals: [] }, logger);

  expect(said.map(({ level }) => level)).toEqual(["error", "warning", "warning", "notice"]);
  expect(said[0]).toMatchObject({ place: { file: "locales/de.json", line: 41 } });
  expect(said[1]).toMatchObject({ place: { file: "locales/fr.json" } });
  expect(said[2]?.message).toBe("dana committed to the branch");
});

test("a text that would break the app is a warning at its line, with what is missing and where it is mended", () => {
  const { said, logger } = listening();

  annotateRun(aRun({ broken: [aBrokenText()] }), NOTHING_PROPOSED, logger);

  expect(said).toEqual([
    {
      level: "warning",
      message: [
        'Held back in de: the text of "cart.items" on the service would break the app. Missing "{count}". (perl_brace_format)',
        "Source: {count} items",
        "On the service: Artikel",
        "The old text stays until it is mended there.",
        "https://translate.example.org/translate/acme/website/de/?q=key%3A%3D%22cart.items%22",
      ].join("\n"),
      place: { file: "locales/de.json", line: 41 },
    },
  ]);
});

test("there are never more than the ten annotations of a kind that a runner shows", () => {
  const { said, logger } = listening();
  const findings = Array.from({ length: 30 }, () => aFinding());

  annotateRun(aRun({ plan: { steps: [], findings, inStep: 0 } }), NOTHING_PROPOSED, logger);

  expect(said).toHaveLength(10);
  expect(said.at(-1)?.message).toBe("… and 21 more; the job summary lists them.");
});

test("the verdict names everything that makes the step fail", () => {
  const run = aRun({
    conflicts: [aConflict({ taken: "none" })],
    plan: { steps: [], findings: [aFinding()], inStep: 0 },
  });

  expect(verdictOf(run)).toBe(
    "1 conflict not resolved, 1 held back until somebody says yes (allow-removals) or mends the file",
  );
});
