/** What somebody wants of a new App. */
export interface AppWishes {
  /** Where GitHub reaches this server. */
  readonly publicUrl: string;
  /** Name of the forge in the settings. */
  readonly forge: string;
  readonly name: string;
  readonly workflows: boolean;
  /** Whether it may ask teams of the organisation for reviews. */
  readonly teams: boolean;
}

/** What GitHub is to be asked for. */
export interface AppOffer {
  /** What the form sends, as JSON. */
  readonly manifest: string;
  /** Permission → level, as GitHub names them. */
  readonly permissions: Readonly<Record<string, string>>;
  readonly events: readonly string[];
}

/** An App that was made just now. */
export interface MadeApp {
  readonly id: number;
  readonly name: string;
  /** Its page: `/installations/new` below it installs it. */
  readonly url: string;
  /** PEM. */
  readonly privateKey: string;
  readonly webhookSecret: string;
}

/** How GitHub Apps come to be: a port, since the administration knows no forge. */
export interface GitHubApps {
  offer(wishes: AppWishes): AppOffer;
  /** Where the form goes. @param organization "": the person's own App */
  address(serverUrl: string, organization: string, state: string): string;
  apiOf(serverUrl: string): string;
  /** Exchanges what GitHub sends the person back with. @throws {RemoteError} without the code */
  made(apiUrl: string, code: string): Promise<MadeApp>;
}
