/** A thread that calculates, so that who answers requests need not wait (`calculate.ts`). */
import process from "node:process";
import { getHeapStatistics } from "node:v8";
import { parentPort, workerData } from "node:worker_threads";
import { Refusal, type FieldError } from "../../http-api/refusal.ts";
import { calculations, type Calculations } from "./calculations.ts";
import { letOthersGoFirst } from "../../core/thread-priority.ts";

/** A thread's priority is lowered once, and never raised again: whoever is waited for has threads of its own. */
export interface ThreadKind {
  readonly isWaitedFor: boolean;
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `calculate` starts it with that
if (!(workerData as ThreadKind).isWaitedFor) letOthersGoFirst();

/** What the thread is asked; it answers in turn. */
export interface Question {
  readonly name: keyof Calculations;
  readonly argument: unknown;
}

export type CalculationAnswer =
  | { readonly value: unknown }
  | { readonly refusal: { readonly status: number; readonly errors: readonly FieldError[] } }
  | { readonly error: Error };

export interface Answered {
  readonly answer: CalculationAnswer;
  /** Milliseconds of a processor that the thread has had until then. */
  readonly used: number;
  /** Of JavaScript, that the thread has. */
  readonly bytes: number;
  /** Of files and their texts, which it has beside that; some may be of no use any more. */
  readonly external: number;
}

parentPort?.on("message", ({ name, argument }: Question) => {
  void answerTo(name, argument).then((answer) => {
    const { user, system } = process.threadCpuUsage();
    const { total_heap_size: bytes, external_memory: external } = getHeapStatistics();
    const answered: Answered = { answer, used: (user + system) / 1000, bytes, external };
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
    parentPort?.postMessage(answered, handedOver(answer));
  });
});

/** A file that was made, alone or as `content`, is handed over as it is, not copied: it may be large. */
function handedOver(answer: CalculationAnswer): ArrayBuffer[] {
  if (!("value" in answer)) return [];
  const { value } = answer;
  if (typeof value !== "object" || value === null) return [];
  const given: unknown = "content" in value ? value.content : value;
  return (Array.isArray(given) ? given : [given]).flatMap((bytes: unknown) => {
    if (!(bytes instanceof Uint8Array)) return [];
    const { buffer, byteLength } = bytes;
    return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
  });
}

async function answerTo(name: keyof Calculations, argument: unknown): Promise<CalculationAnswer> {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `calculate` gives each what it takes
    const calculation = (await calculations[name]()) as (given: unknown) => unknown;
    return { value: await calculation(argument) };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: { status: error.status, errors: error.errors } };
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }
}
