import type { PathParameters, Response } from "../../http-api/endpoint.ts";
import type { CheckedText } from "../../catalog/checks/index.ts";
import type { Endpoint } from "../../contract/endpoint.ts";
import type { Activity, ActivityPlace } from "../changes/activity.ts";
import type { Alert } from "../clone/alerts.ts";
import type { Needs } from "../editor/needs.ts";
import type { RecentWork } from "../editor/recent-work.ts";
import type { ManagementLink } from "./links.ts";
import type { Visitor } from "./layout.ts";
import type { Words } from "../wording/words.ts";

/** Reads from the API what the caller of the page may see. */
export type Reader = <E extends Endpoint>(
  endpoint: E,
  parameters: PathParameters<E>,
  query?: Readonly<Record<string, string>>,
) => Promise<Response<E>>;

/** What the list of a translation's strings leads to, as far as it is for the visitor. */
export interface LinksOfList {
  readonly mayDownload: boolean;
  /** Address of the page of files. */
  readonly files: string | undefined;
  /** Where a term is added to a glossary. */
  readonly newTerm: string | undefined;
}

export interface SitePageRequest {
  /** Of the visitor's language. */
  readonly words: Words;
  readonly site: string;
  readonly url: URL;
  readonly read: Reader;
  readonly visitor: Visitor;
  /** Where the visitor translated last. */
  readonly recent: () => Promise<readonly RecentWork[]>;
  /** What waits for the visitor; undefined: nobody is signed in. */
  readonly needs: () => Promise<Needs | undefined>;
  /** Whether the visitor may begin projects. */
  readonly mayBegin: boolean;
  /** Who works on something, and what happened there last. */
  readonly activity: (place: ActivityPlace) => Promise<Activity>;
  /** What is wrong with a component, for those who may see its repository. */
  readonly alerts: (place: { readonly project: string; readonly component: string }) => Promise<readonly Alert[]>;
  /** Every translation into a language that the visitor sees. */
  readonly inLanguage: (language: number) => Promise<readonly RecentWork[]>;
  /** Whether strings of a component, by its id, stand in the way of a merge. */
  readonly hasConflicts: (component: number) => Promise<boolean>;
  /** Strings of a component, by their ids, as the checks look at them. */
  readonly checked: (component: number, units: readonly number[]) => Promise<ReadonlyMap<number, CheckedText>>;
  /** Where the visitor is led from the list of a translation's strings. */
  readonly ofList: (place: {
    readonly project: string;
    readonly component: string;
    readonly language: string;
  }) => Promise<LinksOfList>;
  /** Pages on which a place is looked after, as far as they are for the visitor. */
  readonly links: (place: {
    readonly project: string;
    readonly component?: string;
  }) => Promise<readonly ManagementLink[]>;
}
