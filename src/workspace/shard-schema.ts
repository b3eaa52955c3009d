import * as z from "zod";
import { MERGED_TRAILER, SERVICE_TRAILER } from "../forge/forge.ts";
import type { FileOutcome, RunResult, UnitDifference } from "../sync/index.ts";

/**
 * A shard's file. What a run did comes back from it as `RunResult` says, nothing more and nothing less, which the compiler sees
 * to below. Texts and lists are bounded, since a report is made of them.
 */

const MOST_FILES = 100_000;

const name = z.string().max(4_096);
const words = z.string().max(20_000);
const count = z.number().int().nonnegative();
const blob = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})?$/);
const texts = z.array(z.string()).readonly();
/** JSON leaves out what is undefined. */
const orUndefined = <Schema extends z.ZodType>(schema: Schema) => schema.optional().transform((value) => value);

const renames = z.array(z.strictObject({ from: z.string(), to: z.string() })).readonly();
const step = { component: name, reason: words };
const place = z.strictObject({ project: name, categories: z.array(name).readonly(), component: name });
const blobs = z.array(blob).readonly();
const beside = z.strictObject({ blobs, before: blob.exactOptional() });
const base = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("agreed"),
    blob,
    newer: blobs.exactOptional(),
    beside: beside.exactOptional(),
    isLoose: z.literal(true).exactOptional(),
  }),
  z.strictObject({
    kind: z.literal("history"),
    blobs,
    apart: z
      .strictObject({ blob, service: blob, newer: blobs.exactOptional(), beside: beside.exactOptional() })
      .exactOptional(),
  }),
]);

const steps = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("pull-repository"), ...step, owner: name }),
  z.strictObject({ kind: z.literal("commit"), ...step, whole: z.boolean() }),
  z.strictObject({
    kind: z.literal("add-language"),
    ...step,
    language: name,
    isRequested: z.literal(true).exactOptional(),
  }),
  z.strictObject({ kind: z.literal("rename"), ...step, renames }),
  z.strictObject({
    kind: z.literal("upload"),
    ...step,
    language: name,
    path: name,
    blob,
    method: z.enum(["translate", "approve", "suggest", "fuzzy", "replace", "source", "add"]),
    conflicts: z.literal("replace-translated").exactOptional(),
    since: z.strictObject({ blob: blob.exactOptional(), served: blob.exactOptional() }).exactOptional(),
    removes: texts,
    namesFirst: z.literal(true).exactOptional(),
    renames: renames.exactOptional(),
  }),
  z.strictObject({
    kind: z.literal("download"),
    ...step,
    language: name,
    path: name,
    from: orUndefined(blob),
    to: blob,
    base,
    hasNewNames: z.literal(true).exactOptional(),
    isSent: z.literal(true).exactOptional(),
  }),
  z.strictObject({ kind: z.literal("prune"), ...step, language: name, path: name, blob }),
  z.strictObject({
    kind: z.literal("create-component"),
    ...step,
    place,
    like: place,
    name,
    repository: name,
    branch: name,
  }),
  z.strictObject({ kind: z.literal("remove-component"), ...step, place, branch: name }),
]);

const finding = z.strictObject({
  kind: z.enum(["refused", "blocked", "ahead", "skipped", "unmatched", "flawed"]),
  component: name,
  language: name.exactOptional(),
  path: name.exactOptional(),
  message: words,
  remedy: words.exactOptional(),
  isWrongInput: z.literal(true).exactOptional(),
  keys: texts.exactOptional(),
  waiting: count.exactOptional(),
});

const difference = z.strictObject({
  kind: z.enum(["added", "changed", "removed", "renamed"]),
  key: z.string(),
  previousKey: z.string().exactOptional(),
  before: orUndefined(texts),
  after: orUndefined(texts),
  line: count,
  marked: z.enum(["needs-editing", "translated"]).exactOptional(),
  needsEditing: z.literal(true).exactOptional(),
});

const file = z.strictObject({
  component: name,
  language: name,
  languageName: name,
  path: name,
  translateUrl: name,
  created: z.boolean(),
  isRemoved: z.literal(true).exactOptional(),
  differences: z.array(difference).readonly(),
  bytes: count,
});

const conflict = z.strictObject({
  component: name,
  language: name,
  path: name,
  key: z.string(),
  line: count,
  base: orUndefined(texts),
  repository: orUndefined(texts),
  service: orUndefined(texts),
  policy: z.enum(["service", "repository", "fail"]),
  taken: z.enum(["service", "repository", "both", "none"]),
  renamed: z.strictObject({ repository: z.string(), service: z.string() }).exactOptional(),
});

const brokenText = z.strictObject({
  component: name,
  language: name,
  path: name,
  key: z.string(),
  context: z.string(),
  line: count,
  findings: z.array(z.strictObject({ check: name, form: count, message: words })).readonly(),
  source: texts,
  repository: orUndefined(texts),
  service: texts,
  isHeldBack: z.boolean(),
  url: z.string(),
});

const healthFinding = z.strictObject({
  kind: z.enum([
    "merge-failure",
    "locked",
    "lock-left",
    "needs-commit",
    "needs-merge",
    "healing",
    "lock-swept",
    "healed",
  ]),
  component: name,
  isBlocking: z.boolean(),
  message: words,
  words: words.exactOptional(),
  details: z.array(words).readonly().exactOptional(),
  remedies: z.array(words).readonly(),
  url: name.exactOptional(),
});

/** As the service counts, which may say -1 of what it has not counted. */
const counted = z.number();

const statistics = z.strictObject({
  component: name,
  language: name,
  languageName: name,
  path: orUndefined(name),
  url: name,
  total: counted,
  translated: counted,
  translatedPercent: counted,
  fuzzy: counted,
  failingChecks: counted,
  totalWords: counted,
  translatedWords: counted,
  isSource: z.boolean(),
});

const translator = z.strictObject({
  name,
  email: name,
  username: name,
  strings: count,
  files: z.record(name, count).exactOptional(),
});

const traffic = z.strictObject({
  requests: count,
  bytesSent: count,
  bytesReceived: count,
  rateLimit: z.strictObject({ limit: count, remaining: count }).exactOptional(),
  milliseconds: z.number().nonnegative(),
});

const runResult = z.strictObject({
  command: z.enum(["plan", "push", "pull", "sync", "stats"]),
  dryRun: z.boolean(),
  service: name,
  limits: z
    .strictObject({
      components: z.array(name).readonly().exactOptional(),
      languages: z.array(name).readonly().exactOptional(),
    })
    .exactOptional(),
  plan: z.strictObject({
    steps: z.array(steps).readonly(),
    findings: z.array(finding).readonly(),
    inStep: count,
  }),
  steps: z
    .array(
      z.strictObject({
        step: steps,
        outcome: z.enum(["planned", "done", "failed", "not-needed"]),
        detail: words,
        bytes: count,
        milliseconds: z.number().nonnegative(),
      }),
    )
    .readonly(),
  files: z.array(file).readonly(),
  conflicts: z.array(conflict).readonly(),
  broken: z.array(brokenText).readonly(),
  health: z.array(healthFinding).readonly(),
  statistics: z.array(statistics).readonly(),
  translators: z.array(translator).readonly(),
  traffic,
  isUnmoved: z.literal(true).exactOptional(),
}) satisfies z.ZodType<RunResult>;

/** As JSON has it: the differences of a file are a list. */
type WrittenResult = Omit<RunResult, "files"> & { readonly files: readonly WrittenOutcome[] };
type WrittenOutcome = Omit<FileOutcome, "differences"> & { readonly differences: readonly UnitDifference[] };

/** A type without `readonly`, so that two ways to write one type are the same. */
type Plain<Type> = Type extends readonly (infer Item)[]
  ? Plain<Item>[]
  : Type extends object
    ? { -readonly [Key in keyof Type]: Plain<Type[Key]> }
    : Type;
/** Two generic functions are one type only where what they name is the very same. */
type IsSame<One, Other> =
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it is compared, not used
  (<Type>() => Type extends One ? 1 : 2) extends <Type>() => Type extends Other ? 1 : 2 ? true : false;

/** Does not compile where the schema lacks something of a run, a property that may be left out or a value of it among them. */
true satisfies IsSame<Plain<z.output<typeof runResult>>, Plain<WrittenResult>>;

const commit = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/);

export const shardSchema = z.strictObject({
  version: z.literal(1),
  shard: z.number().int().min(1),
  base: z.strictObject({ branch: z.string().min(1).max(1_000), commit }),
  result: runResult,
  files: z
    .array(
      z.strictObject({
        path: z.string().min(1).max(4_096),
        content: z.base64().nullable(),
        mode: z.enum(["100644", "100755"]),
      }),
    )
    .max(MOST_FILES),
  trailers: z
    .array(
      z.strictObject({
        name: z.enum([SERVICE_TRAILER, MERGED_TRAILER]),
        value: z
          .string()
          .regex(/^[0-9a-f]{40,64} [^\n\r]+$/)
          .max(5_000),
      }),
    )
    .max(MOST_FILES),
  delivered: z.array(
    z.strictObject({
      branch: z.string().min(1).max(1_000),
      commit,
      pullRequest: z.strictObject({ number: z.number().int().positive().exactOptional(), url: z.url() }),
    }),
  ),
  agreed: z
    .array(
      z.strictObject({
        component: name,
        path: z.string().min(1).max(4_096),
        pair: z.strictObject({
          blob: commit,
          service: commit,
          merged: z.boolean(),
          unsent: z.literal(true).exactOptional(),
          open: z.literal(true).exactOptional(),
        }),
        standing: z.enum(["settled", "proposed"]),
        content: z.base64().exactOptional(),
      }),
    )
    .max(MOST_FILES),
  healed: z.array(name).max(MOST_FILES).exactOptional(),
});

export type ShardDocument = z.output<typeof shardSchema>;
