import type { PathParameters, Response } from "../../http-api/endpoint.ts";
import type { Endpoint } from "../../contract/endpoint.ts";
import type { RecentWork } from "../editor/recent-work.ts";
import type { ManagementLink } from "./links.ts";
import type { Visitor } from "./layout.ts";

/** Reads from the API what the caller of the page may see. */
export type Reader = <E extends Endpoint>(
  endpoint: E,
  parameters: PathParameters<E>,
  query?: Readonly<Record<string, string>>,
) => Promise<Response<E>>;

export interface SiteVisit {
  readonly site: string;
  readonly url: URL;
  readonly read: Reader;
  readonly visitor: Visitor;
  /** Where the visitor translated last. */
  readonly recent: () => Promise<readonly RecentWork[]>;
  /** What is to do in the visitor's languages. */
  readonly toDo: () => Promise<readonly RecentWork[]>;
  /** Whether the visitor may begin projects. */
  readonly mayBegin: boolean;
  /** Whether strings of a component, by its id, stand in the way of a merge. */
  readonly hasConflicts: (component: number) => Promise<boolean>;
  /** Pages on which a place is looked after, as far as they are for the visitor. */
  readonly links: (place: {
    readonly project: string;
    readonly component?: string;
    readonly language?: string;
  }) => Promise<readonly ManagementLink[]>;
}
