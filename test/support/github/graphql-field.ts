import { isRecord } from "../../../src/core/json.ts";
import type { Need, World } from "./world.ts";

export interface GraphqlCall {
  readonly world: World;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export interface GraphqlField {
  /** All of these. */
  readonly needs: readonly Need[];
  /** Answers with every field that the schema excerpt has; a function stands for one with arguments. */
  readonly run: (call: GraphqlCall) => Promise<unknown>;
}

/** By `Query.name` or `Mutation.name`. */
export type GraphqlFields = Readonly<Record<string, GraphqlField>>;

/** Thrown by a field to be null and have an item in `errors`, with HTTP 200. */
export class GraphqlRefused extends Error {
  /** `NOT_FOUND`, `FORBIDDEN`, `UNPROCESSABLE`, `STALE_DATA`. */
  readonly type: string;

  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}

export function record(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

export function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
