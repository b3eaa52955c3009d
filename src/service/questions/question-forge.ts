/** A comment of a pull request or an issue. */
export interface ForgeComment {
  readonly id: string;
  /** Login. */
  readonly author: string;
  readonly isBot: boolean;
  /** Markdown. */
  readonly body: string;
}

/** Port: the pull requests and issues of one repository, as far as questions need them. */
export interface QuestionForge {
  /** @returns the comment's id @throws {ForgeFailure} */
  comment(thread: number, body: string): Promise<string>;
  /** All comments since that time (ISO 8601), by age; undefined: more than are read. @throws {ForgeFailure} */
  commentsSince(thread: number, time: string): Promise<readonly ForgeComment[] | undefined>;
  /** @returns its number @throws {ForgeFailure} */
  openIssue(title: string, body: string): Promise<number>;
  /** The newest open issue whose body has this text. @throws {ForgeFailure} */
  openIssueWith(text: string): Promise<number | undefined>;
  /** Address of a comment for people. */
  page(thread: number, comment: string): string;
}

/** Its message is a sentence for people. */
export class ForgeFailure extends Error {
  override readonly name = "ForgeFailure";
  /** The thread takes no comment, or is not there: another one may. */
  readonly isRefusal: boolean;

  constructor(message: string, isRefusal = false) {
    super(message);
    this.isRefusal = isRefusal;
  }
}
