import type { IncomingHttpHeaders } from "node:http";
import type { Fault } from "./faults.ts";
import type { App, RequestBody, Settings, World } from "./world.ts";

export interface RecordedRequest {
  /** `POST /repos/{owner}/{repo}/git/trees`, or method and path where there is no such operation. */
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  /** Parsed; undefined where there was none. */
  readonly body: RequestBody | undefined;
  /** 0: the connection was cut. */
  readonly status: number;
}

/** A GitHub on loopback, with the repositories that it was started with and no others. */
export interface GitHub extends AsyncDisposable {
  readonly apiUrl: string;
  /** What GITHUB_SERVER_URL says. */
  readonly serverUrl: string;
  /** The one token that is known. */
  readonly token: string;
  /** Folder of the first repository. */
  readonly bareRepository: string;
  readonly hourlyLimit: number;
  readonly requests: RecordedRequest[];
  /** Of the first repository. */
  readonly settings: Settings;
  readonly world: World;
  /** All of them. */
  readonly worlds: readonly World[];
  readonly app: App | undefined;
  /** Told after every request and push that may have changed a repository, by whom, and whether that moves branches. */
  changed?: (world: World, by: string, movesBranches: boolean) => Promise<void>;
  readonly faults: Fault[];
  /** Requests that the published description does not allow, and answers of ours that it does not. `close` throws if any are left. */
  readonly violations: string[];
  /** Requests that change something. */
  writes(): readonly RecordedRequest[];
  close(): Promise<void>;
}
