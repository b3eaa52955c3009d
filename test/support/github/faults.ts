/** An error answer in GitHub's form. */
export interface FaultAnswer {
  readonly status: number;
  readonly message: string;
  /** Of GraphQL, with status 200: `STALE_DATA`. */
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Something that goes wrong with the next request of an operation. A request takes at most one of them. */
export interface Fault {
  /** `POST /repos/{owner}/{repo}/pulls` */
  readonly operation: string;
  /** Answered instead of what would be answered; `cut`: the connection ends without an answer. */
  readonly answer?: FaultAnswer | "cut";
  /** The request is carried out all the same, and only its answer is lost. */
  readonly applied?: boolean;
  /** Runs just before: somebody else acts at the same moment. */
  readonly before?: () => Promise<void>;
}

/** 403 with or without `retry-after`: too many writes in a short time. */
export function secondaryRateLimit(operation: string, retryAfter?: number): Fault {
  return {
    operation,
    answer: {
      status: 403,
      headers: retryAfter === undefined ? {} : { "retry-after": String(retryAfter) },
      message:
        "You have exceeded a secondary rate limit and have been temporarily blocked from content creation. Please retry your request again later.",
    },
  };
}

/** 403 with nothing remaining until `reset` (seconds since 1970). */
export function primaryRateLimit(operation: string, reset: number): Fault {
  return {
    operation,
    answer: {
      status: 403,
      headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(reset) },
      message: "API rate limit exceeded for installation ID 1.",
    },
  };
}

/** 502; with `applied`, after the request was carried out. */
export function badGateway(operation: string, applied = false): Fault {
  return { operation, applied, answer: { status: 502, message: "Server Error" } };
}

/** A refusal of GraphQL's: the field is null, and `errors` says why. */
export function graphqlError(operation: string, type: string, message: string): Fault {
  return { operation, answer: { status: 200, type, message } };
}

/** A replica that has not heard yet of what was written. */
export function unseen(operation: string, message: string, status = 422): Fault {
  return { operation, answer: { status, message } };
}
