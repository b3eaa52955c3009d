type Differences = Readonly<Record<string, string>>;

/** Where the stand-in answers otherwise than a real Gitea: title of the question → both answers. A new one fails a test. */
export const differencesOfGitea: Differences = {};

/** The same for Forgejo, whose words are its own; the two other statuses are of things that are not there. */
export const differencesOfForgejo: Differences = {
  "a branch that is not there": "404 The target couldn't be found. ≠ 404 not found",
  "a comment on nothing": "404 IsErrIssueNotExist ≠ 500 ",
  "a comment that is not there, deleted": "404 The target couldn't be found. ≠ 404 not found",
  "a comment, with scopes to read":
    "403 token does not have at least one of required scope(s): [write:issue] ≠ 403 token does not have at least one of required scope(s), required=[write:issue], token scope=read:issue,read:repository",
  "a commit that is not there":
    "404 abababababababababababababababababababab ≠ 404 commit doesn't exist: abababababababababababababababababababab",
  "a label of no colour": "422 bad color code: grey ≠ 422 invalid color: grey",
  "a pull request of a branch that is not there": "404 IsRefExist ≠ 404 not found",
  "a pull request that is not there": "404 The target couldn't be found. ≠ 404 not found",
  "a pull request, with scopes to read":
    "403 token does not have at least one of required scope(s): [write:repository] ≠ 403 token does not have at least one of required scope(s), required=[write:repository], token scope=read:issue,read:repository",
  "a secret of a name that is the server's, as the owner":
    "400 invalid secret name ≠ 400 invalid variable or secret name",
  "a status, with scopes to read":
    "403 token does not have at least one of required scope(s): [write:repository] ≠ 403 token does not have at least one of required scope(s), required=[write:repository], token scope=read:issue,read:repository",
  "comments on nothing": "404 IsErrIssueNotExist ≠ 500 ",
  "comments, with the repository's scope alone":
    "403 token does not have at least one of required scope(s): [read:issue] ≠ 403 token does not have at least one of required scope(s), required=[read:issue], token scope=write:repository",
  "labels, with the repository's scope alone":
    "403 token does not have at least one of required scope(s): [read:issue] ≠ 403 token does not have at least one of required scope(s), required=[read:issue], token scope=write:repository",
  "labels, with the repository's scope alone, as the owner":
    "403 token does not have at least one of required scope(s): [read:issue] ≠ 403 token does not have at least one of required scope(s), required=[read:issue], token scope=write:repository",
  "the repository, with a wrong token":
    "401 user does not exist [uid: N, name: ] ≠ 401 invalid username, password or token",
  "the repository, with issues' scope alone":
    "403 token does not have at least one of required scope(s): [read:repository] ≠ 403 token does not have at least one of required scope(s), required=[read:repository], token scope=write:issue",
  "the repository, without a token": "404 The target couldn't be found. ≠ 404 not found",
  "webhooks, with issues' scope alone":
    "403 token does not have at least one of required scope(s): [read:repository] ≠ 403 token does not have at least one of required scope(s), required=[read:repository], token scope=write:issue",
  "webhooks, with issues' scope alone, as the owner":
    "403 token does not have at least one of required scope(s): [read:repository] ≠ 403 token does not have at least one of required scope(s), required=[read:repository], token scope=write:issue",
  "what nobody may do":
    "404 user does not exist [uid: N, name: nobody] ≠ 403 Only admins can query all permissions, repo admins can query all repo permissions, collaborators can query only their own",
  "who may be assigned, with issues' scope alone":
    "403 token does not have at least one of required scope(s): [read:repository] ≠ 403 token does not have at least one of required scope(s), required=[read:repository], token scope=write:issue",
  "whose token it is, with the documented scopes":
    "403 token does not have at least one of required scope(s): [read:user] ≠ 403 token does not have at least one of required scope(s), required=[read:user], token scope=write:issue,write:repository",
};
