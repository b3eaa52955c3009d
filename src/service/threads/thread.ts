/** A thread that calculates, so that who answers requests need not wait (`calculate.ts`). */
import process from "node:process";
import { parentPort } from "node:worker_threads";
import { Refusal, type FieldError } from "../../http-api/refusal.ts";
import { calculations, type Calculations } from "./calculations.ts";

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
}

parentPort?.on("message", ({ name, argument }: Question) => {
  void answerTo(name, argument).then((answer) => {
    const { user, system } = process.threadCpuUsage();
    const answered: Answered = { answer, used: (user + system) / 1000 };
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
    parentPort?.postMessage(answered, handedOver(answer));
  });
});

/** Files that were made are handed over as they are, not copied: an archive's may be hundreds of megabytes. */
function handedOver(answer: CalculationAnswer): ArrayBuffer[] {
  if (!("value" in answer)) return [];
  const { value } = answer;
  const parts: unknown[] = value instanceof Map ? [...value.values()] : [value];
  const buffers = parts.flatMap((part) => {
    if (!(part instanceof Uint8Array)) return [];
    const { buffer, byteLength } = part;
    return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
  });
  return [...new Set(buffers)];
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
