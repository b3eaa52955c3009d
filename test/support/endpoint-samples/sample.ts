import type { SampleService, TestRequest } from "../open-test-service.ts";

/** Values of a path's placeholders; what is not given comes from `usualParameters`. */
export type Parameters = Readonly<Record<string, string | number>>;

/** Who asks: `admin` is superuser, `translator` may translate in `demo`, `member` is signed in and in no team. */
export type Who = "admin" | "bot" | "translator" | "member" | "guest" | "wrong";

export interface Sent extends Pick<TestRequest, "json" | "form" | "multipart" | "headers"> {
  /** `page=99`. */
  readonly query?: string;
}

/** How one refusal is brought about: what differs from the request that succeeds, and what comes of it. */
export interface Refused {
  readonly as?: Who;
  readonly at?: Parameters;
  readonly sends?: Sent;
  readonly status: number;
  /** Code of the first error, and the field it is about. */
  readonly code?: string;
  readonly attr?: string | null;
}

/** One endpoint, asked three times of the same object: with a bad request, by somebody who may not, and well. */
export interface EndpointSample {
  /** The object it needs, made where the request uses it up. */
  readonly at?: (world: SampleWorld) => Parameters | Promise<Parameters>;
  readonly sends?: Sent | ((world: SampleWorld, at: Parameters) => Sent | Promise<Sent>);
  /** Default `admin`. */
  readonly as?: Who;
  /** Default: the first success status that is declared. */
  readonly status?: number;
  readonly refused: Refused | ((world: SampleWorld) => Refused);
  /** What cannot be asked wrongly, having neither placeholder nor body nor query, takes none. */
  readonly bad: Refused | "takes none";
}

export type EndpointSamples = Readonly<Record<string, EndpointSample>>;

/** Project `demo` with everything in it, and `secret`, which nobody but the administrator sees. */
export interface SampleWorld {
  readonly test: SampleService;
  /** Ids of things in `demo`. */
  readonly category: number;
  readonly sourceUnit: number;
  readonly unit: number;
  /** Ids of things in `secret`. */
  readonly hidden: { readonly category: number; readonly unit: number; readonly change: number };
  /** The caller's token. */
  readonly token: (who: Who) => string | null;
  /** What an administrator's request answers; anything but success is an error. */
  // oxlint-disable-next-line typescript/no-explicit-any -- a test asks for what it expects
  readonly make: (method: string, path: string, sends?: Sent) => Promise<any>;
  /** A name that is not taken. */
  readonly name: () => string;
}

export const usualParameters: Parameters = {
  project: "demo",
  component: "app",
  language: "cs",
  username: "jana",
  slug: "core",
};

export const inSecret = { project: "secret", component: "hidden" };

export const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg==",
  "base64",
);

/** Public reads refuse nobody but those who claim to be somebody. */
export const wrongToken: Refused = { as: "wrong", status: 401, code: "authentication_failed" };
export const guestsNot: Refused = { as: "guest", status: 401, code: "not_authenticated" };
export const hides = (at: Parameters): Refused => ({ as: "translator", at, status: 404, code: "not_found" });
export const denies = (as: Who = "translator"): Refused => ({ as, status: 403, code: "permission_denied" });

export const noPage: Refused = { sends: { query: "page=99" }, status: 404, code: "not_found" };
export const noFormat: Refused = { sends: { query: "format=bogus" }, status: 404, code: "not_found" };
export const unknown = (at: Parameters): Refused => ({ at, status: 404, code: "not_found" });
/** @param json a body with one fault @param attr the field that has it */
export const invalid = (attr: string, json: unknown, code = "invalid"): Refused => ({
  sends: { json },
  status: 400,
  code,
  attr,
});
export const asked = (query: string, attr: string, code = "invalid"): Refused => ({
  sends: { query },
  status: 400,
  code,
  attr,
});

export const NOTHING = 999_999;
