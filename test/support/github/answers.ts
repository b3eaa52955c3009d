import type { Fault } from "./faults.ts";
import { Refused } from "./refusal.ts";
import type { Answer } from "./world.ts";

const DOCUMENTATION = "https://docs.github.com/rest";

/** In the form that all errors have. */
export function refusalAnswer({ status, message, errors, headers }: Refused): Answer {
  return {
    status,
    headers,
    body: {
      message,
      ...(errors !== undefined && { errors }),
      documentation_url: DOCUMENTATION,
      status: String(status),
    },
  };
}

/** Uses the fault up. */
export function takeFault(faults: Fault[], operation: string): Fault | undefined {
  const at = faults.findIndex((fault) => fault.operation === operation);
  if (at < 0) return undefined;
  const [fault] = faults.splice(at, 1);
  return fault;
}

export function faultAnswer({ answer }: Fault): Answer | "cut" {
  if (answer === undefined || answer === "cut") return "cut";
  if (answer.type !== undefined) {
    return { status: 200, body: { data: null, errors: [{ type: answer.type, message: answer.message }] } };
  }
  return refusalAnswer(new Refused(answer.status, answer.message, { headers: answer.headers ?? {} }));
}

export function limitHeaders(used: number, limit: number): Record<string, string> {
  return {
    "x-ratelimit-limit": String(limit),
    "x-ratelimit-remaining": String(Math.max(limit - used, 1)),
    "x-ratelimit-used": String(used),
    "x-ratelimit-reset": String(Math.floor(Date.now() / 1_000) + 3_600),
    "x-ratelimit-resource": "core",
  };
}
