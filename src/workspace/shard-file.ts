import { readFile, stat, writeFile } from "node:fs/promises";
import { defined } from "../core/defined.ts";
import { UserError } from "../core/errors.ts";
import { MERGED_TRAILER, SERVICE_TRAILER, type FileChange, type Proposal } from "../forge/forge.ts";
import type { Binding } from "../mapping/binding.ts";
import { isTranslationPath, TranslationPlaces } from "../mapping/language-paths.ts";
import type { Agreed, Run } from "../sync/index.ts";
import type { ShardDocument } from "./shard-schema.ts";

/** A shard's run on its way to the job that proposes it. */
export interface ShardRun {
  /** The shard's number in the matrix, from 1. */
  readonly shard: number;
  readonly base: Proposal["base"];
  readonly run: Run;
}

/** Translation files of hundreds of components; more than a forge takes in one commit. */
const LARGEST_BYTES = 256 * 1024 * 1024;

export async function writeShardFile(path: string, { shard, base, run }: ShardRun): Promise<void> {
  const { result, files, trailers, delivered, agreed, healed = [] } = run;
  const document: ShardDocument = {
    version: 1,
    shard,
    base,
    result: { ...result, files: result.files.map((file) => ({ ...file, differences: [...file.differences] })) },
    files: files.map(({ path: name, content, mode }) => ({
      path: name,
      content: content === null ? null : Buffer.from(content).toString("base64"),
      mode: mode === "100755" ? mode : "100644",
    })),
    trailers: trailers.map(({ name, value }) => ({
      name: name === MERGED_TRAILER ? MERGED_TRAILER : SERVICE_TRAILER,
      value,
    })),
    delivered: [...delivered],
    agreed: agreed.map(({ content, ...each }) => ({
      ...each,
      ...(content !== undefined && { content: Buffer.from(content).toString("base64") }),
    })),
    ...(healed.length > 0 && { healed: [...healed] }),
  };
  await writeFile(path, JSON.stringify(document));
}

/** What a shard's file has to agree with. */
export interface Expected {
  readonly base: Proposal["base"];
  /** Of the shard's components: only their translations may be in the file. None for a shard that nobody asked for. */
  readonly bindingsOf: (shard: number) => readonly Binding[];
  /** Of all components of the mapping: no shard may write them. */
  readonly sources: ReadonlySet<string>;
}

/**
 * A shard's run out of its file. Nothing in it is taken for granted: another job wrote it.
 * @throws {UserError} `IL-W07`
 */
export async function readShardFile(path: string, expected: Expected): Promise<ShardRun> {
  const { size } = await stat(path);
  if (size > LARGEST_BYTES) throw refused(path, `it has ${String(size)} bytes, more than ${String(LARGEST_BYTES)}`);
  const document = await parse(path, await readFile(path, "utf8"));
  const { shard, base, result, trailers, delivered, healed } = document;
  if (base.commit !== expected.base.commit || base.branch !== expected.base.branch) {
    throw refused(
      path,
      `it was made on ${base.branch} ${base.commit}, and this is ${expected.base.branch} ${expected.base.commit}`,
    );
  }
  const files = document.files.map(({ path: name, content, mode }): FileChange => ({
    path: name,
    content: content === null ? null : Buffer.from(content, "base64"),
    mode,
  }));
  const places = new TranslationPlaces(expected.bindingsOf(shard));
  const isTranslation = (name: string): boolean => places.at(name).some((bound) => isTranslationPath(bound, name));
  assertBound(path, files, result.files, (name) => isTranslation(name) && !expected.sources.has(name));
  const paths = new Set(files.map(({ path: name }) => name));
  const stray = trailers.find(({ value }) => !paths.has(value.slice(value.indexOf(" ") + 1)));
  if (stray !== undefined) throw refused(path, `${stray.name} names a file that is not in it`);
  const agreed = document.agreed.map(({ content, ...each }): Agreed => ({
    ...each,
    ...(content !== undefined && { content: Buffer.from(content, "base64") }),
  }));
  const foreign = agreed.find((each) => !isTranslation(each.path));
  if (foreign !== undefined) {
    throw refused(
      path,
      `${JSON.stringify(foreign.path)} is recorded as agreed, but is not a translation of its components`,
    );
  }
  return { shard, base, run: { result, files, trailers, delivered, agreed, ...defined({ healed }) } };
}

async function parse(path: string, text: string): Promise<ShardDocument> {
  let written: unknown;
  try {
    written = JSON.parse(text);
  } catch (error) {
    throw refused(path, "it is no JSON", error);
  }
  // Of all runs, only those of several jobs need the schema: it is neither loaded nor built for others.
  const { shardSchema } = await import("./shard-schema.ts");
  const { data, error } = shardSchema.safeParse(written);
  if (data !== undefined) return data;
  const [issue] = error.issues;
  throw refused(path, `${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}`, error);
}

/** Every file is a translation of the mapping, is there once, and is told of by the report. */
function assertBound(
  file: string,
  files: readonly FileChange[],
  outcomes: Run["result"]["files"],
  isTranslation: (path: string) => boolean,
): void {
  const told = new Map(outcomes.map((outcome) => [outcome.path, outcome]));
  const seen = new Set<string>();
  for (const { path, content } of files) {
    if (seen.has(path)) throw refused(file, `${JSON.stringify(path)} is in it twice`);
    seen.add(path);
    const outcome = told.get(path);
    if (outcome === undefined) throw refused(file, `${JSON.stringify(path)} is in none of its components`);
    if ((content === null) !== (outcome.isRemoved === true)) {
      throw refused(file, `it does not say of ${JSON.stringify(path)} whether the file goes`);
    }
    if (!isTranslation(path)) {
      throw refused(file, `${JSON.stringify(path)} is not a translation in the mapping`);
    }
  }
}

function refused(path: string, why: string, cause?: unknown): UserError {
  return new UserError(`the shard's file ${path} cannot be used: ${why}`, {
    code: "IL-W07",
    hint: "Have all jobs check out one commit, and run one version of Interlinear.",
    ...defined({ cause }),
  });
}
