/** `admin` is superuser, `translator` a person who may translate, `nobody` has no token, `wrong` one that is none. */
export type Who = "bot" | "translator" | "admin" | "nobody" | "wrong";

/**
 * One request, made to both services in the same state, one after the other in the order of the list. `{name}` in its
 * path, query and bodies stands for what an earlier answer of the same side held.
 */
export interface Probe {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  /** Default `admin`. */
  readonly as?: Who;
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  /** Multipart upload of a file. */
  readonly upload?: {
    readonly fileName: string;
    readonly content: string | Uint8Array<ArrayBuffer>;
    readonly fields: Readonly<Record<string, string>>;
    /** Default `file`. */
    readonly part?: string;
  };
  readonly headers?: Readonly<Record<string, string>>;
  /** What later requests need: name → where the answer has it, `results.0.id`. */
  readonly keeps?: Readonly<Record<string, string>>;
  /** Collections that others fill too, and answers about the service itself, are compared by their structure alone. */
  readonly structure?: true;
  /** Files in a format of translators are compared by the texts in them: how they are laid out is each service's own. */
  readonly texts?: true;
  /** Field by which a list is compared in order: the real service asks its database for this one without an order. */
  readonly sortedBy?: string;
}

type Ask = Omit<Probe, "name" | "method" | "path">;

/** Probes of one area, named `area: what is asked`. */
export function probesAbout(area: string) {
  const by =
    (method: string) =>
    (name: string, path: string, ask: Ask = {}): Probe => ({ name: `${area}: ${name}`, method, path, ...ask });
  return { get: by("GET"), post: by("POST"), put: by("PUT"), patch: by("PATCH"), remove: by("DELETE") };
}
