/** What a repository host tells: which branches of which repository have new commits. */
export interface PushNotification {
  /** Without `refs/heads/`; none where the host does not say: every branch may have changed. */
  readonly branches: readonly string[];
  /** Every address the repository is known under there. */
  readonly repositories: readonly string[];
  /** `owner/name`, for messages. */
  readonly name: string;
}

/** Nothing to do for this event: a ping, an opened issue. */
export const ignored = Symbol("ignored event");

/** A payload that is not what this host sends. */
export const malformed = Symbol("malformed payload");

export type Notification = PushNotification | typeof ignored | typeof malformed;

type Read = (payload: unknown, headers: Headers) => Notification;

/** A value somewhere inside of what was sent, undefined where the way there ends. */
function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let place = value;
  for (const step of path) {
    if (typeof place !== "object" || place === null) return undefined;
    place = Object.getOwnPropertyDescriptor(place, step)?.value;
  }
  return place;
}

function textAt(value: unknown, ...path: readonly (string | number)[]): string | undefined {
  const found = at(value, ...path);
  return typeof found === "string" && found !== "" ? found : undefined;
}

function listAt(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** The texts among these members of an object. */
function textsOf(value: unknown, names: readonly string[]): string[] {
  return names.flatMap((name) => textAt(value, name) ?? []);
}

/** Names of branches; what names none is left out. */
function branchesIn(...refs: readonly (string | undefined)[]): string[] {
  return refs.flatMap((ref) => ref?.replace(/^refs\/heads\//, "") ?? []);
}

const github: Read = (payload, headers) => {
  const event = headers.get("x-github-event") ?? "push";
  if (event !== "push") return ignored;
  const repository = at(payload, "repository");
  const owner = textAt(repository, "owner", "login") ?? textAt(repository, "owner", "name");
  const name = textAt(repository, "name");
  const ref = textAt(payload, "ref");
  if (owner === undefined || name === undefined || ref === undefined) return malformed;
  return {
    branches: branchesIn(ref),
    repositories: textsOf(repository, ["clone_url", "git_url", "ssh_url", "svn_url", "html_url", "url"]),
    name: `${owner}/${name}`,
  };
};

const gitlab: Read = (payload) => {
  const ref = textAt(payload, "ref");
  if (ref === undefined) return ignored;
  const repository = at(payload, "repository");
  const repositories = textsOf(repository, ["url", "homepage", "git_http_url", "git_ssh_url"]);
  if (repositories.length === 0) return malformed;
  const name = textAt(payload, "project", "path_with_namespace") ?? textAt(repository, "name") ?? "";
  return { branches: branchesIn(ref), repositories, name };
};

/** Hosts that describe a push as GitHub does, without its header. */
const likeGithub =
  (names: readonly string[]): Read =>
  (payload) => {
    const repository = at(payload, "repository");
    const repositories = textsOf(repository, names);
    if (repositories.length === 0) return malformed;
    const name = textAt(repository, "full_name") ?? textAt(repository, "path_with_namespace") ?? "";
    return { branches: branchesIn(textAt(payload, "ref")), repositories, name };
  };

const bitbucketEvents: ReadonlySet<string> = new Set([
  "repo:push",
  "repo:refs_changed",
  "pullrequest:fulfilled",
  "pr:merged",
]);

const bitbucket: Read = (payload, headers) => {
  const event = headers.get("x-event-key");
  if (event !== null && !bitbucketEvents.has(event)) return ignored;
  const repository = at(payload, "repository") ?? at(payload, "pullRequest", "toRef", "repository");
  const name =
    textAt(repository, "full_name") ??
    joined(textAt(repository, "project", "key"), textAt(repository, "slug") ?? textAt(repository, "name"));
  const clones = listAt(repository, "links", "clone").flatMap((link) => textAt(link, "href") ?? []);
  const page = textAt(repository, "links", "html", "href") ?? "https://bitbucket.org/";
  const built = name === undefined ? [] : addressAt(originOf(page), name);
  const repositories = [...clones, ...built];
  if (name === undefined || repositories.length === 0) return malformed;
  return { branches: bitbucketBranches(payload), repositories, name };
};

/** One push may be of several. */
function bitbucketBranches(payload: unknown): string[] {
  const changes = [...listAt(payload, "push", "changes"), ...listAt(payload, "changes")];
  if (changes.length === 0) {
    return branchesIn(
      textAt(payload, "pullrequest", "destination", "branch", "name") ??
        textAt(payload, "pullRequest", "toRef", "displayId"),
    );
  }
  return branchesIn(
    ...changes.map(
      (change) => textAt(change, "new", "name") ?? textAt(change, "old", "name") ?? textAt(change, "ref", "displayId"),
    ),
  );
}

const azure: Read = (payload) => {
  if (textAt(payload, "eventType") !== "git.push") return ignored;
  const repository = at(payload, "resource", "repository");
  const address = textAt(repository, "remoteUrl");
  const name = textAt(repository, "name");
  const branches = branchesIn(...listAt(payload, "resource", "refUpdates").map((update) => textAt(update, "name")));
  if (address === undefined || name === undefined) return malformed;
  const project = textAt(repository, "project", "name") ?? name;
  return { branches, repositories: [address, ...azureVariants(address, project, name)], name: `${project}/${name}` };
};

/** One repository has an address at the new host, at the old one, and for ssh at either. */
function azureVariants(address: string, project: string, name: string): string[] {
  const organisation =
    /^https:\/\/(?:[^@/]+@)?dev\.azure\.com\/([^/]+)\//.exec(address)?.[1] ??
    /^https:\/\/(?:[^@/]+@)?([^./]+)\.visualstudio\.com\//.exec(address)?.[1];
  if (organisation === undefined) return [];
  const [team, repository] = [encodeURIComponent(project), encodeURIComponent(name)];
  return [
    `https://dev.azure.com/${organisation}/${team}/_git/${repository}`,
    `https://${organisation}.visualstudio.com/${team}/_git/${repository}`,
    `git@ssh.dev.azure.com:v3/${organisation}/${team}/${repository}`,
    `${organisation}@vs-ssh.visualstudio.com:v3/${organisation}/${team}/${repository}`,
  ];
}

const pagure: Read = (payload) => {
  if (textAt(payload, "topic") !== "git.receive") return ignored;
  const instance = textAt(payload, "msg", "pagure_instance");
  const name = textAt(payload, "msg", "project_fullname");
  if (instance === undefined || name === undefined) return malformed;
  const repositories = addressAt(instance, name);
  return repositories.length === 0
    ? malformed
    : { branches: branchesIn(textAt(payload, "msg", "branch")), repositories, name };
};

function joined(owner: string | undefined, name: string | undefined): string | undefined {
  return owner === undefined || name === undefined ? undefined : `${owner}/${name}`;
}

/** Where a host has a repository of this name; none where the two make no address. */
function addressAt(host: string, name: string): string[] {
  return URL.canParse(name, host) ? [new URL(name, host).href] : [];
}

function originOf(page: string): string {
  return URL.canParse(page) ? new URL(page).origin : "https://bitbucket.org";
}

const giteaMembers = ["clone_url", "ssh_url", "html_url"];

const providers: Readonly<Record<HookProvider, Read>> = {
  azure,
  bitbucket,
  forgejo: likeGithub(giteaMembers),
  gitea: likeGithub(giteaMembers),
  gitee: likeGithub(["git_http_url", "git_ssh_url", "git_url", "ssh_url", "html_url"]),
  github,
  gitlab,
  pagure,
};

/** Hosts whose push notifications are understood (specification 1, "Inbound notification hooks"; facts §3). */
export type HookProvider = "azure" | "bitbucket" | "forgejo" | "gitea" | "gitee" | "github" | "gitlab" | "pagure";

export function isHookProvider(name: string): name is HookProvider {
  return Object.hasOwn(providers, name);
}

/** Understands what a host sent. Members that are missing or of another type never throw. */
export function readNotification(provider: HookProvider, payload: unknown, headers: Headers): Notification {
  return providers[provider](payload, headers);
}
