/** One request and its answer, as observers get to see it: neither values nor secrets are in it. */
export interface SeenRequest {
  readonly service: "service" | "github" | "forgejo";
  readonly method: string;
  /** Path with placeholders in place of values: `/api/components/{project}/{component}/`. */
  readonly endpoint: string;
  /** 0: no answer came. */
  readonly status: number;
  readonly milliseconds: number;
  /** What the server still lets the token ask, where it says so. */
  readonly remaining?: RemainingRequests;
}

export interface RemainingRequests {
  readonly limit: number;
  readonly remaining: number;
  /** When all of them are there again. */
  readonly resets?: Date;
}

/** Told of every request as it is answered; a request that is repeated is told of each time. */
export type RequestObserver = (seen: SeenRequest) => void;
