import { Worker } from "node:worker_threads";
import { programFile } from "../../core/program-file.ts";
import { roomForNewObjects } from "../../core/small-heap.ts";
import { limitTime } from "../../core/thread-time.ts";
import { Refusal } from "../../http-api/refusal.ts";
import type { SentBytes } from "../files/sent-bytes.ts";
import { beginLargeWork } from "../../store/large-work.ts";
import { TooCostly } from "../../store/too-costly.ts";
import { calculations, type Calculations } from "./calculations.ts";
import type { Answered, CalculationAnswer, Question, ThreadKind } from "./thread.ts";

/** What a thread may hold in JavaScript, in MB: half a million strings of a repository need 250 with their base file. */
const MOST_HELD = { upload: 128, repository: 320, change: 320 };
/** Where somebody sent a large file, whose text the thread has beside that: some 330,000 short strings. */
const MOST_HELD_BESIDE_TEXT = 88;
type Kind = keyof typeof MOST_HELD;
/** Of uploads and of whole repositories: more would leave no core for those who wait for something short. */
const THREADS = 3;
/** No kind waits for another one: there is always a thread left for it. */
const THREADS_OF_A_KIND = THREADS - 1;
/**
 * Whoever has a clone meanwhile, or is about to change one of its files: a repository is read and merged after those who answer people;
 * a change to one file, for which the clone's other readers wait, is made beside them (`thread.ts`).
 */
const KINDS: Readonly<Partial<Record<keyof Calculations, Kind>>> = {
  changedFile: "change",
  fileFault: "repository",
  isMergedWhole: "repository",
  mergedFile: "repository",
  newFile: "repository",
  storedFileStrings: "repository",
  stringAsWritten: "change",
  updatedFile: "repository",
  withoutUnknown: "repository",
  writtenFile: "change",
};
/** Of what somebody sends, and what it comes to nobody knows before: two at a time would hold twice as much. */
const READS_WHAT_WAS_SENT: ReadonlySet<keyof Calculations> = new Set(["unpacked", "uploadedInParts"]);
/** Bytes that are made for a thread alone are handed over to it, not copied. */
const handedOver: { readonly [Name in keyof Calculations]?: (argument: never) => readonly Uint8Array<ArrayBuffer>[] } =
  {
    exported: ({ parts }: Parameters<Calculations["exported"]>[0]) => parts,
    exportedPiece: ({ rows }: Parameters<Calculations["exportedPiece"]>[0]) => [rows],
  };
/** What is smaller is looked at while a thread would begin to, which has a processor after those who answer people. */
export const SMALL_BYTES = 100_000;
/** Of a processor. */
const MILLISECONDS = 20_000;
/**
 * For new objects, in MB. Others wait for a change to one file: with 8, half of its time was collection, as what it needs to its end grew
 * old each time (ten strings that come into a file of 2,000 took 44 ms of a processor, and take 19).
 */
const YOUNG_MB = { upload: 8, repository: 8, change: 32 };
/**
 * A thread that nobody needs gives its memory back: after an upload of 10,000 strings it has 10 to 17 MB, and another one begins with
 * 80 ms of a processor where the upload takes 2,500 (2026-11-30). Who changes files again and again does so sooner.
 */
const IDLE_MILLISECONDS = 3000;
/** Of JavaScript: so much is worth the start of another thread. */
const LARGE_BYTES = 48_000_000;
/**
 * The same of what somebody sent or takes away. V8 keeps what a thread had for eight seconds after its end, for others that begin or grow:
 * whoever stores what was sent takes it over. Of 10,000 strings a thread has 17 to 27 MB. Who asks for one piece after the other is asked
 * again.
 */
const MOST_KEPT_OF_UPLOAD = 14_000_000;
/** The same beside JavaScript: no collection looks for it before the next file is read. */
const LARGE_EXTERNAL_BYTES = 20_000_000;

const idle: Readonly<Record<Kind, Worker[]>> = { upload: [], repository: [], change: [] };
/** When a thread that nobody takes again is ended. */
const ends = new WeakMap<Worker, NodeJS.Timeout>();
/** Milliseconds of a processor that a thread had for what is done. */
const spent = new WeakMap<Worker, number>();
/** Bytes that a thread had in JavaScript when it was done. */
const held = new WeakMap<Worker, number>();
const busy: Record<Kind, number> = { upload: 0, repository: 0, change: 0 };
/** What is done one after the other: two large files, sent or of repositories, would hold twice as much as one. */
type Alone = "sent" | "large";

const underWay = new Set<Alone>();

interface Turn {
  readonly kind: Kind;
  readonly alone: readonly Alone[];
}
/** Who waits for a thread, in the order they came. */
const waiting: (Turn & { readonly begin: () => void })[] = [];

/**
 * Calculates on a thread of its own, with a budget: however long it takes, everybody else is answered. Who comes while all
 * threads are busy waits for one; what was sent is read one after the other.
 * @param size large files are read one after the other as well
 * @throws {Refusal} as the calculation does
 * @throws {TooCostly} beyond 20 seconds of a processor or 128 MB; 88 MB for a large file that was sent, 320 MB for files of repositories
 */
export async function calculate<Name extends keyof Calculations>(
  name: Name,
  argument: Parameters<Calculations[Name]>[0],
  milliseconds = MILLISECONDS,
  size?: "large",
): Promise<Awaited<ReturnType<Calculations[Name]>>> {
  const kind: Kind = KINDS[name] ?? "upload";
  const turn: Turn = {
    kind,
    alone: [...(READS_WHAT_WAS_SENT.has(name) ? ["sent" as const] : []), ...(size ? [size] : [])],
  };
  if (mayBegin(turn)) begin(turn);
  else await new Promise<void>((resolve) => waiting.push({ ...turn, begin: resolve }));
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it stands under its name
    const given = handedOver[name] as ((whole: typeof argument) => readonly Uint8Array<ArrayBuffer>[]) | undefined;
    const answer = await ask(
      turn,
      { name, argument },
      milliseconds,
      (given?.(argument) ?? []).map(({ buffer }) => buffer),
    );
    if ("refusal" in answer) throw new Refusal(answer.refusal.status, answer.refusal.errors);
    if ("error" in answer) throw answer.error;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was asked by its name
    return answer.value as Awaited<ReturnType<Calculations[Name]>>;
  } finally {
    busy[kind] -= 1;
    for (const each of turn.alone) underWay.delete(each);
    for (const next of waiting.filter(mayBegin)) {
      if (!mayBegin(next)) continue;
      waiting.splice(waiting.indexOf(next), 1);
      begin(next);
      next.begin();
    }
  }
}

function begin({ kind, alone }: Turn): void {
  busy[kind] += 1;
  for (const each of alone) underWay.add(each);
  if (alone.includes("large")) beginLargeWork();
}

function mayBegin({ kind, alone }: Turn): boolean {
  if (alone.some((each) => underWay.has(each))) return false;
  return busy[kind] < THREADS_OF_A_KIND && (kind === "change" || busy.upload + busy.repository < THREADS);
}

/** Two files of so many bytes together would take more memory than there is for others. */
const LARGE_FILE_BYTES = 5_000_000;

/** How what is read counts among what is read at the same time. */
export function sizeOfBytes(bytes: number): "large" | undefined {
  return bytes > LARGE_FILE_BYTES ? "large" : undefined;
}

/** Whether files are read sooner than a thread would begin to. */
export function isSmall(files: readonly SentBytes[], few = SMALL_BYTES): boolean {
  return files.reduce((sum, { byteLength }) => sum + byteLength, 0) <= few;
}

/** Calculates here what looks at small files alone (100 kB; `few` bytes), and anything else as `calculate` does. */
export async function calculateFrom<Name extends keyof Calculations>(
  files: readonly (SentBytes | undefined)[],
  name: Name,
  argument: Parameters<Calculations[Name]>[0],
  few?: number,
): Promise<Awaited<ReturnType<Calculations[Name]>>> {
  const given = files.flatMap((file) => file ?? []);
  if (!isSmall(given, few)) return calculate(name, argument);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as its name says
  const calculation = (await calculations[name]()) as (
    whole: typeof argument,
  ) => Promise<Awaited<ReturnType<Calculations[Name]>>>;
  return calculation(argument);
}

/** For files without which one can do: what costs too much is no answer. @throws any other fault */
export function unlessTooCostly(error: unknown): undefined {
  if (!(error instanceof TooCostly)) throw error;
}

async function ask(
  { kind, alone }: Turn,
  question: Question,
  milliseconds: number,
  given: readonly ArrayBuffer[],
): Promise<CalculationAnswer> {
  const isBesideText = kind === "upload" && alone.includes("large");
  const thread = isBesideText ? start(kind, MOST_HELD_BESIDE_TEXT) : (idle[kind].pop() ?? start(kind));
  clearTimeout(ends.get(thread));
  const { promise, resolve, reject } = Promise.withResolvers<Answered>();
  // With what it failed by, or with its exit code.
  const fail = (cause: unknown): void => {
    reject(new TooCostly("It needed too much memory.", { cause }));
  };
  thread.once("message", resolve);
  thread.once("error", fail);
  thread.once("exit", fail);
  const before = spent.get(thread) ?? 0;
  const sinceThen = async (): Promise<number> => (await usedBy(thread)) - before;
  using _limit = limitTime(milliseconds, sinceThen, () => {
    reject(new TooCostly(`It took more than ${String(milliseconds / 1000)} seconds.`));
  });
  thread.ref();
  try {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
    thread.postMessage(question, given);
    const { answer, used, bytes, external } = await promise;
    spent.set(thread, used);
    held.set(thread, bytes);
    // Whoever is next begins when that is free.
    const isWhole = kind === "upload" && question.name !== "exportedPiece";
    const isLarge = isBesideText || external > LARGE_EXTERNAL_BYTES || (isWhole && bytes > MOST_KEPT_OF_UPLOAD);
    if (isLarge) await thread.terminate();
    else rest(kind, thread);
    return answer;
  } catch (error) {
    await thread.terminate();
    throw error;
  } finally {
    thread.off("message", resolve);
    thread.off("error", fail);
    thread.off("exit", fail);
  }
}

/** Milliseconds of a processor that a thread has had; Infinity for one that has ended. */
async function usedBy(thread: Worker): Promise<number> {
  try {
    const { user, system } = await thread.cpuUsage();
    return (user + system) / 1000;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

function start(kind: Kind, mostHeld = MOST_HELD[kind]): Worker {
  const room = kind === "change" ? roomForNewObjects() : undefined;
  const thread = new Worker(programFile(import.meta.dirname, "thread.ts", "service-thread"), {
    resourceLimits: { maxOldGenerationSizeMb: mostHeld, maxYoungGenerationSizeMb: YOUNG_MB[kind] },
    execArgv: [],
    workerData: { isWaitedFor: kind === "change" } satisfies ThreadKind,
  });
  const hasBegun = (): void => {
    thread.off("online", hasBegun).off("exit", hasBegun);
    room?.[Symbol.dispose]();
  };
  thread.once("online", hasBegun).once("exit", hasBegun);
  // One that fails with nobody waiting is not missed, and not asked again.
  thread.on("error", () => undefined);
  thread.on("exit", () => {
    leave(kind, thread);
  });
  return thread;
}

function rest(kind: Kind, thread: Worker): void {
  thread.unref();
  idle[kind].push(thread);
  const end = setTimeout(() => {
    leave(kind, thread);
    void thread.terminate();
  }, IDLE_MILLISECONDS);
  ends.set(thread, end.unref());
}

/** Ends idle threads that still have much of what they read. */
export function endLargeThreads(kind: Kind): void {
  for (const thread of idle[kind].filter((each) => (held.get(each) ?? 0) > LARGE_BYTES)) {
    leave(kind, thread);
    clearTimeout(ends.get(thread));
    void thread.terminate();
  }
}

function leave(kind: Kind, thread: Worker): void {
  const place = idle[kind].indexOf(thread);
  if (place !== -1) idle[kind].splice(place, 1);
}
