import type { GitHubOptions } from "./github/github.ts";
import { createGitHub, type GitHub } from "./github-host.ts";
import { createRepository, type TestRepository } from "./repository.ts";
import { runStep, type Step, type StepResult } from "./runner.ts";
import { sampleFiles, sampleMapping } from "./sample-files.ts";
import { createComponents, serverComponent, webComponent } from "./sample-components.ts";
import { saveTranslation, type ServiceUnderTest } from "./service-api.ts";
import { requestLines, writesOf, type RecordedRequest, type RecordingProxy } from "./proxy.ts";
import type { Trigger } from "./events.ts";

/** A service with one project in it, and everybody who works there. */
export interface Site {
  readonly service: ServiceUnderTest;
  /** Where the action goes; everything it asks for is written down. */
  readonly proxy: RecordingProxy;
  readonly project: string;
  /** Project-scoped token, as a workflow holds it. */
  readonly botToken: string;
  readonly translator: { readonly token: string; readonly name: string };
}

export interface WorldOptions {
  /**
   * How the service gets the sources: from files that are uploaded to it (its components follow a repository of
   * their own), or by reading the very repository the workflow runs in.
   */
  readonly reads?: "its own repository" | "this repository";
  /** Keeps this scenario's components apart from others in the same project. */
  readonly prefix?: string;
  /** Files beside or instead of the sample's. */
  readonly files?: Readonly<Record<string, string>>;
  /** Files of the service's own repository, where they differ from the workflow's. */
  readonly serviceFiles?: Readonly<Record<string, string>>;
  /** What is different on GitHub: permissions of the token, an App. */
  readonly github?: Partial<GitHubOptions>;
  /** Lines at the end of the mapping. */
  readonly mapping?: string;
}

/** A repository on a forge, its strings on a service, and a workflow between the two. */
export interface World extends AsyncDisposable {
  readonly site: Site;
  readonly github: GitHub;
  readonly repository: TestRepository;
  /** `project/component` of the sample's two components. */
  readonly web: string;
  readonly server: string;
  /** Runs one step of a workflow with everything wired up; `changes` overrides what the scenario wants different. */
  run(trigger: Trigger, changes?: Partial<Step>): Promise<StepResult>;
  /** Forgets all requests recorded so far. */
  forgetRequests(): void;
  /** A translator saves a text. */
  translate(component: string, language: string, unit: string, ...target: readonly string[]): Promise<void>;
}

export async function createWorld(site: Site, options: WorldOptions = {}): Promise<World> {
  const { prefix = "" } = options;
  const mapping = {
    ".github/interlinear.yml": `${sampleMapping(site.proxy.url, site.project, prefix)}${options.mapping ?? ""}`,
  };
  // Where setting up fails half-way, what is there already goes again.
  await using resources = new AsyncDisposableStack();
  const repository = resources.use(await createRepository({ ...sampleFiles, ...mapping, ...options.files }));
  const github = resources.use(await createGitHub(repository, options.github));
  const upstream =
    options.reads === "this repository"
      ? undefined
      : resources.use(await createRepository({ ...sampleFiles, ...options.files, ...options.serviceFiles }));
  await createComponents(site, upstream ?? repository, [webComponent, serverComponent], prefix);
  site.proxy.clear();
  const owned = resources.move();

  return {
    site,
    github,
    repository,
    web: `${site.project}/${prefix}web`,
    server: `${site.project}/${prefix}server`,
    run: (trigger, changes = {}) =>
      runStep({
        ...trigger,
        workspace: repository.path,
        repository: github.repository,
        serverUrl: github.serverUrl,
        apiUrl: github.apiUrl,
        ...changes,
        inputs: { token: site.botToken, "github-token": github.token, ...changes.inputs },
      }),
    forgetRequests: () => {
      site.proxy.clear();
      github.proxy.clear();
    },
    translate: (component, language, unit, ...target) =>
      saveTranslation(site.service, site.translator.token, { component, language, unit }, target),
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}

/** Everything a run wrote, on both sides. */
export function writes(world: World): { service: string[]; github: string[] } {
  return {
    service: writesOf(world.site.proxy.requests),
    github: writesOf(world.github.proxy.requests.filter((request) => !isQuestion(request))),
  };
}

/** GraphQL is always posted, also what only asks. */
function isQuestion({ path, requestBody }: RecordedRequest): boolean {
  return path.endsWith("/graphql") && !requestBody.includes('"mutation');
}

function isFile(request: RecordedRequest): boolean {
  return /\/file\/(?:\?|$)/.test(request.path);
}

/** Translation files that were downloaded. */
export function downloads(world: World): string[] {
  return downloadsOf(world.site.proxy.requests);
}

export function downloadsOf(requests: readonly RecordedRequest[]): string[] {
  return requestLines(requests.filter((request) => request.method === "GET" && isFile(request)));
}

/** Every secret of a scenario that no log may show. */
export function secretsOf(world: World): string[] {
  return [world.site.botToken, world.site.service.adminToken, world.github.token];
}
