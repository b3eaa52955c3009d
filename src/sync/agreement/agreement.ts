import { defined } from "../../core/defined.ts";
import { InterlinearError } from "../../core/errors.ts";
import type { Git, RecordState } from "../../git/git.ts";

/** A version in git and a revision of the service that are the same: every string of the one is in the other. */
export interface AgreedPair {
  /** Blob id in git. */
  readonly blob: string;
  /** Blob id of the service's file. */
  readonly service: string;
  /** Texts of the repository were kept against the service's: the same but for those. */
  readonly merged: boolean;
  /** No run has tried yet to send these texts of the repository to the service. */
  readonly unsent?: true;
  /** Texts of the service are held back, or wait for a review, which changes no file: that both stay as they are settles nothing. */
  readonly open?: true;
  /**
   * Commit of git's branch at which it was seen that both are the same: what git has later under the same blob id is news, as where
   * somebody takes a merge back.
   */
  readonly at?: string;
  /** Commit of git's branch at which it was proposed: agreed as soon as git has it after that. */
  readonly since?: string;
}

/** What a run learned of one file. */
export interface Agreed {
  readonly component: string;
  readonly path: string;
  readonly pair: AgreedPair;
  /** `settled`: git's branch has it. `proposed`: it is agreed as soon as git's branch has had it. */
  readonly standing: "settled" | "proposed";
  /**
   * The service's file of a pair that is the same but for texts, with git's texts in the place of those that were held back: later runs
   * compare with it.
   */
  readonly content?: Uint8Array;
}

/** So many proposals that nobody merged yet are remembered of one file, beside what is settled. */
const MOST_PROPOSALS = 12;
/** Somebody else may write meanwhile; not for ever. */
const MOST_TRIES = 4;

/** The newest commit of the branch that a push was judged at, and its gate's memory. */
const GATE = "gate";

function gateFile(mapping: string | undefined): string {
  return ofMapping(GATE, mapping);
}

/** Mappings of one repository share a branch's record. */
function ofMapping(name: string, mapping: string | undefined): string {
  return mapping === undefined ? name : `${name}-${mapping}`;
}

/** Path → content; `null` takes a file away. */
export type Changes = Map<string, Uint8Array | null>;

export interface KeptFiles {
  /** Of the mapping ({@link listedFolder}): all of it is written, and what stood there besides goes. */
  readonly folder: string;
  /** By their whole paths, each printed when it is asked for: most are there already, and all together are large. */
  readonly files: ReadonlyMap<string, () => Uint8Array>;
}

/** What a record needs of git. */
export type RecordGit = Pick<Git, "record" | "writeRecord" | "read" | "prefetch" | "hash">;

/**
 * The record of agreement: small files under a ref beside the branches ({@link agreementRef}), one folder a
 * component. It makes sure and never decides against contents: a pair counts only while git's branch has, or had, its version. Missing,
 * damaged or out of reach it is empty, and history and texts tell as much as they can.
 */
export class AgreementRecord {
  /** Tells this run from others that write it. */
  readonly run = crypto.randomUUID();
  readonly #git: RecordGit;
  readonly #ref: string | undefined;
  readonly #formerRef: string | undefined;
  #state: RecordState | undefined;
  /** Where it was read, if that is not where it is written. */
  #takenFrom: string | undefined;
  #problem: string | undefined;
  /** The newest write, over or not. */
  #written: Promise<unknown> = Promise.resolve();

  private constructor(git: RecordGit, branch: string | undefined) {
    this.#git = git;
    this.#ref = branch === undefined ? undefined : agreementRef(branch);
    this.#formerRef = branch === undefined ? undefined : formerRef(branch);
  }

  /**
   * @param branch undefined: nothing is known, and nothing is remembered
   * @param refs of ours, where somebody has just asked the remote
   */
  static async open(
    git: RecordGit,
    branch: string | undefined,
    refs?: ReadonlyMap<string, string>,
  ): Promise<AgreementRecord> {
    const record = new AgreementRecord(git, branch);
    await record.#readAnew(refs);
    return record;
  }

  /** Where its ref is now; undefined where there is none. */
  get commit(): string | undefined {
    return this.#state?.commit;
  }

  /** Why nothing can be remembered; undefined while all is well. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** Path → pairs, the newest first. */
  async pairsOf(component: string): Promise<ReadonlyMap<string, readonly AgreedPair[]>> {
    const blob = this.#state?.files.get(pairsFile(component));
    return blob === undefined ? new Map() : parsePairs(await this.#text(blob));
  }

  /** As {@link pairsOf}; empty, and never taken apart, where no file of the component can have been proposed: mostly none was. */
  async proposedPairsOf(component: string): Promise<ReadonlyMap<string, readonly AgreedPair[]>> {
    const blob = this.#state?.files.get(pairsFile(component));
    const bytes = blob === undefined ? undefined : await this.read(blob);
    return bytes?.includes(PROPOSED) === true ? parsePairs(Buffer.from(bytes).toString("utf8")) : new Map();
  }

  /**
   * The service's file of a pair that is the same but for texts, with git's in the place of those that were held back; undefined where the
   * record has lost it.
   */
  async served(component: string, service: string): Promise<Uint8Array | undefined> {
    const blob = this.#state?.files.get(`${folder(component)}/${service}`);
    return blob === undefined ? undefined : this.read(blob);
  }

  /** Whether earlier runs began something with clones of the service and did not finish it: `HealIntents` knows what. */
  get hasUnfinished(): boolean {
    return [...this.files.keys()].some((path) => path.startsWith(HEALING));
  }

  /** The blob id of a content. */
  hash(content: Uint8Array): string {
    return this.#git.hash(content);
  }

  /** Path → blob id. */
  get files(): ReadonlyMap<string, string> {
    return this.#state?.files ?? NO_FILES;
  }

  /**
   * Remembers what is news; costs nothing where nothing is.
   * @param commit of git's branch that the run saw
   * @param kept what later runs need not ask for
   */
  async remember(agreed: readonly Agreed[], commit: string, kept?: KeptFiles): Promise<boolean> {
    if (agreed.length === 0 && kept === undefined) return true;
    const byComponent = Map.groupBy(agreed, ({ component }) => component);
    return this.write("Agreement moved", async () => {
      const changes: Changes = new Map();
      for (const [component, files] of byComponent) await this.#addPairs(changes, component, files, commit);
      if (kept !== undefined) this.#addKept(changes, kept);
      return changes;
    });
  }

  /** Files that `remember` kept; what is not there is left out. */
  async kept(paths: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    const found = paths.flatMap((path) => {
      const blob = this.#state?.files.get(path);
      return blob === undefined ? [] : [[path, blob] as const];
    });
    const files = new Map<string, Uint8Array>();
    try {
      await this.#git.prefetch(found.map(([, blob]) => blob));
    } catch (error) {
      if (error instanceof InterlinearError) return files;
      throw error;
    }
    for (const [path, blob] of found) {
      const bytes = await this.read(blob);
      if (bytes !== undefined) files.set(path, bytes);
    }
    return files;
  }

  /**
   * What a review's gate remembers of the branch's commit; undefined of any other: checks on commits vanish, this does not.
   * @param mapping its name, if it is not the one at the usual place
   */
  async gateAt(commit: string, mapping?: string): Promise<string | undefined> {
    const blob = this.#state?.files.get(gateFile(mapping));
    const [at, memory] = blob === undefined ? [] : (await this.#text(blob)).split("\n");
    return at === commit ? memory : undefined;
  }

  async rememberGate(commit: string, memory: string, mapping?: string): Promise<boolean> {
    const text = bytesOf(`${commit}\n${memory}\n`);
    return this.write("Gate moved", () => Promise.resolve(new Map([[gateFile(mapping), text]])));
  }

  async #addPairs(changes: Changes, component: string, files: readonly Agreed[], commit: string): Promise<void> {
    const before = await this.pairsOf(component);
    const after = new Map(before);
    for (const { path, pair, standing } of files) {
      const seen = standing === "settled" ? { ...pair, at: commit } : { ...pair, since: commit };
      if (!path.includes("\n")) after.set(path, withPair(after.get(path) ?? [], seen, standing));
    }
    if (![...after].some(([path, pairs]) => isNews(pairs, before.get(path) ?? []))) return;
    const text = printPairs(after);
    if (text === printPairs(before)) return;
    changes.set(pairsFile(component), bytesOf(text));
    const kept = new Set([...after.values()].flat().flatMap(({ merged, service }) => (merged ? [service] : [])));
    for (const { pair, content } of files) {
      if (content !== undefined && kept.has(pair.service)) changes.set(`${folder(component)}/${pair.service}`, content);
    }
    for (const path of this.#without(folder(component)).keys()) {
      const name = path.slice(path.lastIndexOf("/") + 1);
      if (name !== PAIRS && !kept.has(name)) changes.set(path, null);
    }
  }

  #addKept(changes: Changes, { folder: own, files }: KeptFiles): void {
    for (const path of this.#without(own).keys()) if (!files.has(path)) changes.set(path, null);
    for (const [path, print] of files) {
      const content = print();
      if (this.#state?.files.get(path) !== this.#git.hash(content)) changes.set(path, content);
    }
  }

  #without(place: string): Changes {
    const inside = [...(this.#state?.files.keys() ?? [])].filter((path) => path.startsWith(`${place}/`));
    return new Map(inside.map((path) => [path, null]));
  }

  /** Compare and swap: where another run wrote meanwhile, its record is read and the change made again. Ours are done one after the other. */
  write(message: string, changesOn: () => Promise<Changes>): Promise<boolean> {
    const written = this.#written.then(() => this.#write(message, changesOn));
    this.#written = written.catch(() => undefined);
    return written;
  }

  async #write(message: string, changesOn: () => Promise<Changes>): Promise<boolean> {
    if (this.#ref === undefined) return false;
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const changes = await changesOn();
      if (changes.size === 0) return true;
      const takenFrom = defined({ takenFrom: this.#takenFrom });
      const written = await this.#git.writeRecord(this.#ref, { before: this.#state, ...takenFrom, changes, message });
      if (written.kind === "refused") {
        this.#problem = written.reason;
        return false;
      }
      if (written.kind === "written") {
        this.#state = { commit: written.commit, files: this.#withChanges(changes) };
        this.#takenFrom = undefined;
        return true;
      }
      await this.#readAnew();
    }
    this.#problem = "others keep writing it";
    return false;
  }

  #withChanges(changes: Changes): ReadonlyMap<string, string> {
    const files = new Map(this.#state?.files ?? []);
    for (const [path, content] of changes) {
      if (content === null) files.delete(path);
      else files.set(path, this.#git.hash(content));
    }
    return files;
  }

  async #readAnew(refs?: ReadonlyMap<string, string>): Promise<void> {
    if (this.#ref === undefined) return;
    try {
      this.#takenFrom = undefined;
      this.#state = await this.#git.record(this.#ref, refs);
      if (this.#state === undefined && this.#formerRef !== undefined) {
        this.#state = await this.#git.record(this.#formerRef, refs);
        this.#takenFrom = this.#state && this.#formerRef;
      }
      const files = [...(this.#state?.files ?? [])];
      await this.#git.prefetch(files.flatMap(([path, blob]) => (IS_LISTED.test(path) ? [] : [blob])));
    } catch (error) {
      if (!(error instanceof InterlinearError)) throw error;
      this.#state = undefined;
      this.#problem = error.message;
    }
  }

  async #text(blob: string): Promise<string> {
    return Buffer.from((await this.read(blob)) ?? []).toString("utf8");
  }

  /** The bytes of one of its files; undefined where they are out of reach. */
  async read(blob: string): Promise<Uint8Array | undefined> {
    try {
      return await this.#git.read(blob);
    } catch (error) {
      if (error instanceof InterlinearError) return undefined;
      throw error;
    }
  }
}

/**
 * Writes down what a run, or several together, learned; a run whose record is not at hand reads it anew. What was healed is ended here
 * where it decided something for people to read: a run that died before would have told nobody.
 * @returns why it could not be written; undefined where it is
 */
export async function rememberAgreement(
  git: RecordGit,
  { branch, commit }: { readonly branch: string; readonly commit: string },
  {
    agreed,
    record,
    healed = [],
    toKeep,
  }: {
    readonly agreed: readonly Agreed[];
    readonly record?: AgreementRecord;
    readonly healed?: readonly string[];
    readonly toKeep?: () => Promise<KeptFiles | undefined>;
  },
): Promise<string | undefined> {
  const kept = await toKeep?.();
  if (agreed.length + healed.length === 0 && kept === undefined) return undefined;
  const known = record ?? (await AgreementRecord.open(git, branch));
  const isRemembered = await known.remember(agreed, commit, kept);
  await endTold({ record: known, healed });
  return isRemembered ? undefined : (known.problem ?? "");
}

/** Of a run whose report is all there is, once people can read it; see {@link rememberAgreement}. */
export async function endTold({
  record,
  healed = [],
}: {
  readonly record?: AgreementRecord;
  readonly healed?: readonly string[];
}): Promise<void> {
  if (record === undefined || healed.length === 0) return;
  const { HealIntents } = await import("../healing/heal-intents.ts");
  const intents = new HealIntents(record);
  for (const owner of healed) await intents.told(owner);
}

const PLACE = "refs/interlinear/agreement/";

/**
 * Where a branch's record is: in one name, since git has no ref below another, and `release/1.0` may come after `release`, whose
 * record is still there.
 */
function agreementRef(branch: string): string {
  return `${PLACE}${branch.replaceAll("%", "%25").replaceAll("/", "%2F")}`;
}

/** Where it was before; undefined where that is the same place. */
function formerRef(branch: string): string | undefined {
  const ref = `${PLACE}${branch}`;
  return ref === agreementRef(branch) ? undefined : ref;
}

/** Where a branch's record is now, among refs of ours. */
export function recordCommit(
  refs: ReadonlyMap<string, string> | undefined,
  branch: string | undefined,
): string | undefined {
  return branch === undefined ? undefined : (refs?.get(agreementRef(branch)) ?? refs?.get(formerRef(branch) ?? ""));
}

const PAIRS = "pairs";
const LISTED = "listed";
/** By whichever mapping: most runs read none of it, or a part. */
const IS_LISTED = /^listed(?:-[^/]+)?\//;
/** What is about to be done to clones of the service. */
const HEALING = "healing/";
const NO_FILES: ReadonlyMap<string, string> = new Map();

/**
 * Where it is kept what the service listed of a mapping's components, for runs that need not ask again.
 * @param mapping its name, if it is not the one at the usual place
 */
export function listedFolder(mapping: string | undefined): string {
  return ofMapping(LISTED, mapping);
}

function folder(component: string): string {
  return `agreed/${encodeURIComponent(component)}`;
}

function pairsFile(component: string): string {
  return `${folder(component)}/${PAIRS}`;
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/**
 * What is settled makes everything before it history: an older version that comes again is news then. A proposal stands
 * beside what is settled until it is merged, or not, and never takes its place; where what is settled beside one is seen again, it is so at a later commit.
 */
export function withPair(
  known: readonly AgreedPair[],
  pair: AgreedPair,
  standing: Agreed["standing"],
): readonly AgreedPair[] {
  const at = known.findIndex(({ blob, service }) => blob === pair.blob && service === pair.service);
  const before = known[at];
  if (standing === "proposed") {
    if (at === 0) return known;
    const others = known.filter((_, index) => index !== at);
    return [pair, ...others].filter(({ since }, index) => since === undefined || index < MOST_PROPOSALS);
  }
  if (before === undefined) return [pair];
  const isKept = at === 0 && before.at !== undefined && before.unsent === pair.unsent && before.open === pair.open;
  return [...known.slice(0, at), isKept ? before : pair];
}

/** Whether it is all that is known of its file. */
export function isSettled(known: readonly AgreedPair[] = [], pair: AgreedPair): boolean {
  return !isNews(withPair(known, pair, "settled"), known);
}

/** What was known keeps its identity; the same may stand there anew. */
function isNews(pairs: readonly AgreedPair[], known: readonly AgreedPair[]): boolean {
  return pairs.length !== known.length || pairs.some((pair, at) => pair !== known[at]);
}

/** `+`, before the commit that a pair was proposed at. */
const PROPOSED = 0x2b;
const LINE = /^([0-9a-f]{40}) ([0-9a-f]{40}) (same|merged|unsent|open|open-unsent)(?:(@|\+)([0-9a-f]{40}))? (.+)$/;

/** Lines that are none of ours say nothing. */
export function parsePairs(text: string): ReadonlyMap<string, readonly AgreedPair[]> {
  const pairs = new Map<string, AgreedPair[]>();
  for (const line of text.split("\n")) {
    const [, blob, service, kind, mark, commit, path] = LINE.exec(line) ?? [];
    if (blob === undefined || service === undefined || path === undefined) continue;
    const seen = commit === undefined ? {} : mark === "@" ? { at: commit } : { since: commit };
    pairs.set(path, [...(pairs.get(path) ?? []), { ...pairOf(blob, service, kind), ...seen }]);
  }
  return pairs;
}

function pairOf(blob: string, service: string, kind: string | undefined): AgreedPair {
  return {
    blob,
    service,
    merged: kind !== "same",
    ...(kind?.endsWith("unsent") === true ? { unsent: true } : {}),
    ...(kind?.startsWith("open") === true ? { open: true } : {}),
  };
}

export function printPairs(pairs: ReadonlyMap<string, readonly AgreedPair[]>): string {
  return [...pairs]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([path, list]) =>
      list.map(({ blob, service, merged, unsent, open, at, since }) => {
        const state = [...(open === true ? ["open"] : []), ...(unsent === true ? ["unsent"] : [])].join("-");
        const kind = merged ? state || "merged" : "same";
        const seen = at === undefined ? (since === undefined ? "" : `+${since}`) : `@${at}`;
        return `${blob} ${service} ${kind}${seen} ${path}\n`;
      }),
    )
    .join("");
}
