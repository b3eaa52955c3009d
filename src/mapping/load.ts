import type { Place } from "../core/errors.ts";
import { MappingError, throwProblems } from "./errors.ts";
import type { MappingProblem } from "./errors.ts";
import { MappingSource } from "./mapping-source.ts";
import type { KeyPath, ProblemText } from "./mapping-source.ts";
import { mappingSchema } from "./schema.ts";
import type { Mapping } from "./schema.ts";
import { TimeAllowance } from "./time-allowance.ts";
import { shapeProblems } from "./shape-problems.ts";

/** The mapping as written, with the place of everything in it. */
export interface ParsedMapping {
  readonly path: string;
  readonly value: Mapping;
  /** Place of a value, or of a piece of it. */
  place(keys: KeyPath, piece?: string, at?: number): Place;
  problem(keys: KeyPath, text: ProblemText): MappingProblem;
}

const largestMapping = 1_048_576;
/** A thousand components take a tenth of a second. Doubled keys, and mistakes, are looked for among all others. */
const MOST_MILLISECONDS = 5_000;

/**
 * Reads a mapping and checks everything that can be checked without the repository's files.
 * @param path shown in errors: `.github/interlinear.yml`
 * @param time that reading may take
 * @throws {MappingError} with all that is wrong: `IL-M02`, `IL-M03`, `IL-M10`
 */
export function loadMapping(text: string, path: string, time = new TimeAllowance(MOST_MILLISECONDS)): ParsedMapping {
  if (text.length > largestMapping) {
    throw new MappingError([
      {
        code: "IL-M02",
        message: "the file is larger than 1 MiB: this is no mapping",
        place: { file: path },
        hint: "Name the mapping's own path.",
      },
    ]);
  }
  const read = time.take(() => readMapping(text, path));
  if (read !== undefined) return read.result;
  throw new MappingError([
    {
      code: "IL-M02",
      message: "the file takes too long to read: this is no mapping",
      place: { file: path },
      hint: "A mapping that people write does not have thousands of keys in one place, or thousands of mistakes.",
    },
  ]);
}

function readMapping(text: string, path: string): ParsedMapping {
  const source = new MappingSource(text.replace(/^\ufeff/, ""), path);
  const problems = source.syntaxProblems();
  if (!source.isReadable) throwProblems(problems);
  const content = source.content();
  // Read once: compiling a parser for it takes longer than reading it without.
  const parsed = mappingSchema.safeParse(content, { jitless: true });
  if (!parsed.success) problems.push(...shapeProblems(parsed.error.issues, content, source));
  throwProblems(problems);
  if (!parsed.success) throw parsed.error;
  return {
    path,
    value: parsed.data,
    place: (keys, piece, at) => source.place(keys, piece, at),
    problem: (keys, problem) => source.problem(keys, problem),
  };
}
