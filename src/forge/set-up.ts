/** What a repository has of what the action needs there. */
export interface SettingsSeen {
  /** Names, in upper case. */
  readonly secrets: readonly string[];
  /** Names. */
  readonly labels: readonly string[];
}

/** The settings of a repository on a forge: what is there, and how something is added. A `RemoteError` where the token may not. */
export interface SetUp<Seen extends SettingsSeen = SettingsSeen> {
  observe(): Promise<Seen>;
  /** Makes a secret of the repository's workflows, or gives the one of that name another value. */
  keepSecret(name: string, value: string): Promise<void>;
  addLabel(name: string): Promise<void>;
}
