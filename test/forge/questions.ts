/** What both the real server and its stand-in are asked, of one private repository with an open pull request of a branch `topic`. */
export interface Question {
  readonly title: string;
  /** Scopes of the token, which is one of a user who may write; `wrong`, `none`: a token that is none, no token at all. */
  readonly token: readonly string[] | "wrong" | "none";
  /** `owner`: of the repository's owner; default of a user who may write. */
  readonly by?: "owner";
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below the repository; `/user` of the server. `:comment` is one of the owner's, `:topic` and `:main` are commits. */
  readonly path: string;
  readonly body?: object;
}

const documented = ["write:repository", "write:issue"];
const reading = ["read:repository", "read:issue"];
const person = [...documented, "read:user"];

const question = (
  title: string,
  token: Question["token"],
  method: Question["method"],
  path: string,
  body?: object,
): Question => ({ title, token, method, path, ...(body && { body }) });

/** What `init` asks. */
const hook = {
  type: "gitea",
  active: true,
  events: ["push", "delete", "issue_comment", "pull_request", "pull_request_sync", "pull_request_label"],
  config: { url: "http://127.0.0.1:9/webhooks", content_type: "json", secret: "hush" },
};
const settings: readonly Question[] = [
  question("labels", documented, "GET", "/labels?limit=50&page=1"),
  question("labels, with the repository's scope alone", ["write:repository"], "GET", "/labels?limit=50&page=1"),
  question("webhooks", documented, "GET", "/hooks?limit=50&page=1"),
  question("webhooks, with issues' scope alone", ["write:issue"], "GET", "/hooks?limit=50&page=1"),
  question("a webhook", documented, "POST", "/hooks", hook),
  question("a webhook without an address", documented, "POST", "/hooks", { ...hook, config: { content_type: "json" } }),
  question("secrets", documented, "GET", "/actions/secrets?limit=50&page=1"),
  question("a secret", documented, "PUT", "/actions/secrets/TRANSLATION_TOKEN", { data: "text" }),
  question("the same secret again", documented, "PUT", "/actions/secrets/TRANSLATION_TOKEN", { data: "other" }),
  question("a secret of a name that is the server's", documented, "PUT", "/actions/secrets/GITHUB_X", { data: "text" }),
  question("an empty secret", documented, "PUT", "/actions/secrets/EMPTY", { data: "" }),
  question("secrets that there are", documented, "GET", "/actions/secrets?limit=50&page=1"),
  question("webhooks that there are", documented, "GET", "/hooks?limit=50&page=1"),
];

export const questions: readonly Question[] = [
  ...settings,
  ...settings.map((asked): Question => ({ ...asked, title: `${asked.title}, as the owner`, by: "owner" })),
  question("whose token it is, with the documented scopes", documented, "GET", "/user"),
  question("whose token it is, with read:user", person, "GET", "/user"),
  question("the repository", documented, "GET", ""),
  question("the repository, with issues' scope alone", ["write:issue"], "GET", ""),
  question("the repository, with a wrong token", "wrong", "GET", ""),
  question("the repository, without a token", "none", "GET", ""),
  question("what the token's own user may do", documented, "GET", "/collaborators/bot/permission"),
  question("what the owner may do", documented, "GET", "/collaborators/dev/permission"),
  question("what nobody may do", documented, "GET", "/collaborators/nobody/permission"),
  question("who may be assigned", documented, "GET", "/assignees"),
  question("who may be assigned, with issues' scope alone", ["write:issue"], "GET", "/assignees"),
  question("the pull request", documented, "GET", "/pulls/1"),
  question("a pull request that is not there", documented, "GET", "/pulls/99"),
  question("open pull requests", reading, "GET", "/pulls?state=open&limit=50&page=1"),
  question("a second pull request of the same branch", documented, "POST", "/pulls", {
    head: "topic",
    base: "main",
    title: "Again",
  }),
  question("a pull request, with scopes to read", reading, "POST", "/pulls", {
    head: "topic",
    base: "main",
    title: "Again",
  }),
  question("a pull request of a branch that is not there", documented, "POST", "/pulls", {
    head: "nothing",
    base: "main",
    title: "Nothing",
  }),
  question("comments", documented, "GET", "/issues/1/comments"),
  question("comments, with the repository's scope alone", ["write:repository"], "GET", "/issues/1/comments"),
  question("a comment", documented, "POST", "/issues/1/comments", { body: "Hello" }),
  question("a comment, with scopes to read", reading, "POST", "/issues/1/comments", { body: "Hello" }),
  question("an empty comment", documented, "POST", "/issues/1/comments", { body: "" }),
  question("comments on nothing", documented, "GET", "/issues/99/comments"),
  question("an empty comment on nothing", documented, "POST", "/issues/0/comments", { body: "" }),
  question("a status of no commit", documented, "POST", `/statuses/${"0".repeat(40)}`, { state: "success" }),
  question("a pull request of nothing", documented, "POST", "/pulls", { head: "main", base: "main", title: "Nothing" }),
  question("rules of branches, as one who writes", documented, "GET", "/branch_protections"),
  question("a comment on nothing", documented, "POST", "/issues/99/comments", { body: "Hello" }),
  question("a comment that is not there, deleted", documented, "DELETE", "/issues/comments/999999"),
  question("a reaction", documented, "POST", "/issues/comments/:comment/reactions", { content: "eyes" }),
  question("the same reaction again", documented, "POST", "/issues/comments/:comment/reactions", { content: "eyes" }),
  question("a reaction that is none", documented, "POST", "/issues/comments/:comment/reactions", { content: "apple" }),
  question("a label", documented, "POST", "/labels", { name: "i18n", color: "#ededed" }),
  question("a label of no colour", documented, "POST", "/labels", { name: "i18n", color: "grey" }),
  question("a label on the pull request", documented, "POST", "/issues/1/labels", { labels: ["i18n"] }),
  question("a label that is not there", documented, "POST", "/issues/1/labels", { labels: ["other"] }),
  question("issues of a label that is not there", documented, "GET", "/issues?state=open&labels=other&limit=1"),
  question("milestones", documented, "GET", "/milestones?state=open&limit=50&page=1"),
  question("a status", documented, "POST", "/statuses/:topic", { context: "Interlinear", state: "success" }),
  question("a status, with scopes to read", reading, "POST", "/statuses/:topic", { state: "success" }),
  question("statuses", documented, "GET", "/statuses/:topic?sort=highestindex&limit=50&page=1"),
  question("what all statuses say", documented, "GET", "/commits/:topic/status"),
  question("a branch", documented, "GET", "/branches/main"),
  question("a branch that is not there", documented, "GET", "/branches/nothing"),
  question("a commit", documented, "GET", "/git/commits/:main"),
  question("a commit that is not there", documented, "GET", `/git/commits/${"ab".repeat(20)}`),
  question("a reviewer who is not there", documented, "POST", "/pulls/1/requested_reviewers", {
    reviewers: ["nobody"],
  }),
  question("an assignee who may not write", documented, "PATCH", "/pulls/1", { assignees: ["stranger"] }),
  question("a new title", documented, "PATCH", "/pulls/1", { title: "Another" }),
];
