import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { command } from "../support/command.ts";
import { becauseMissing } from "../support/download-cache.ts";
import { programOnPath } from "../support/package-clients.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { translateToolkitModules } from "../support/tools.ts";
import { acceptedDifferences, type AcceptedDifference } from "./accepted-differences.ts";
import { corpora, type Corpus, type CorpusFile } from "./corpus.ts";
import { differencesOf, type Difference } from "./differences.ts";
import { ourReading, readIndependently, type ReadUnit } from "./independent-readers.ts";
import { changeOf, marked } from "./marked.ts";

const toolkit = await translateToolkitModules();
const all = (await corpora()).filter(({ unread }) => unread === undefined);
const msgfmt = await programOnPath("msgfmt");

interface Written {
  /** The service's format. */
  readonly format: string;
  readonly name: string;
  /** On the disk. */
  readonly path: string;
  readonly ours: readonly ReadUnit[];
}

function allMarked({ format, options }: CorpusFile, bytes: Uint8Array): Uint8Array {
  return format.patch(bytes, format.read(bytes, options).units.map(marked).map(changeOf), options);
}

/** Every file twice: as it is, and with all its units marked. */
async function write({ files }: Corpus, folder: string): Promise<readonly Written[]> {
  const written: Written[] = [];
  for (const file of files) {
    const { format, options } = file;
    const original = await file.read();
    for (const [version, bytes] of Object.entries({ original, marked: allMarked(file, original) })) {
      const path = join(folder, `${String(written.length)}-${file.path.replaceAll("/", "-")}`);
      await writeFile(path, bytes);
      const ours = ourReading(format, format.read(bytes, options));
      written.push({ format: format.id, name: `${file.path}, ${version}`, path, ours });
    }
  }
  return written;
}

const seen = new Map<AcceptedDifference, number>();
const total = { readings: 0, units: 0 };

/** Those that the list does not know. */
function notAccepted(differences: readonly Difference[]): readonly Difference[] {
  return differences.filter((difference) => {
    const accepted = acceptedDifferences.find(({ reader, holds }) => reader === difference.reader && holds(difference));
    if (accepted !== undefined) seen.set(accepted, (seen.get(accepted) ?? 0) + 1);
    return accepted === undefined;
  });
}

describe("independent readers see in real files what we see, also after a change of every unit", () => {
  const lacking = [toolkit, ...all.map(({ available }) => available)].find(({ missing }) => missing !== undefined);
  for (const corpus of all) {
    const missing = toolkit.missing === undefined ? corpus.available : toolkit;
    test.skipIf(missing.missing !== undefined || corpus.files.length === 0)(
      `${corpus.name}${becauseMissing(missing)}`,
      async () => {
        await using folder = await temporaryDirectory();
        const files = await write(corpus, folder.path);
        const asked = files.flatMap((file) =>
          (file.format === "po" ? ["po", "polib"] : [file.format]).map((reader) => ({ ...file, reader })),
        );
        const readings = await readIndependently(toolkit.path ?? "", asked);
        expect(readings).toHaveLength(asked.length);
        total.readings += readings.length;
        const differences = asked.flatMap(({ reader, name, ours }, index) => {
          total.units += ours.length;
          return differencesOf(reader, name, ours, readings[index] ?? { error: "no answer" });
        });
        expect(notAccepted(differences)).toEqual([]);
      },
    );
  }

  const whySkipped = lacking === undefined ? "" : becauseMissing(lacking);
  test.skipIf(lacking !== undefined)(`every difference that is accepted is still there${whySkipped}`, () => {
    expect(acceptedDifferences.filter((accepted) => !seen.has(accepted))).toEqual([]);
  });

  afterAll(() => {
    console.log(
      [
        `${String(total.units)} units were read alike in ${String(total.readings)} readings; but for:`,
        ...[...seen].map(([{ reader, reason }, count]) => `  ${String(count)} × ${reader}: ${reason}`),
      ].join("\n"),
    );
  });
});

const django = all.find(({ name }) => name.startsWith("django"));
const whyNot = msgfmt === undefined ? { missing: "gettext is not installed" } : (django?.available ?? { missing: "" });

test.skipIf(whyNot.missing !== undefined)(
  `msgfmt --check accepts each of Django's files with all its units changed${becauseMissing(whyNot)}`,
  async () => {
    await using folder = await temporaryDirectory();
    const check = async (bytes: Uint8Array): Promise<string> => {
      const path = join(folder.path, "checked.po");
      await writeFile(path, bytes);
      return (await command("msgfmt", ["--check", "--output-file=-", path])).stderr.replaceAll(/^[^:]*:\d+: /gm, "");
    };
    const refused: string[] = [];
    let checked = 0;
    for (const file of django?.files ?? []) {
      const original = await file.read();
      const { pluralForms, units } = file.format.read(original, file.options);
      // A file that lacks plural forms cannot be complete, whoever writes into it.
      if (units.some(({ source, target }) => source.length > 1 && target.length !== pluralForms)) continue;
      checked += 1;
      const complaint = await check(allMarked(file, original));
      // What it says of the file as Django has it, it may say again.
      if (/error/.test(complaint) && complaint !== (await check(original))) refused.push(`${file.path}: ${complaint}`);
    }
    expect(refused).toEqual([]);
    expect(checked).toBeGreaterThan(1150);
  },
);
