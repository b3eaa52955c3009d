import { randomUUID } from "node:crypto";
import { embeddedSite } from "../support/embedded-site.ts";
import { createRepository, type TestRepository } from "../support/repository.ts";
import { createComponents, serverComponent, webComponent } from "../support/sample-components.ts";
import { sampleFiles, sampleMapping } from "../support/sample-files.ts";
import { saveTranslation } from "../support/service-api.ts";
import { SkippingClock } from "../support/test-clock.ts";
import { actionEntry, workflow, WORKFLOW } from "./action-entry.ts";
import { botEntry } from "./bot-entry.ts";
import type { Entry, EntryName, HostedRepositoryOptions, RepositoryCall } from "./entry.ts";
import { ask, forge, personsAddress, tell, type ForgeAnswer } from "./lab.ts";

export interface Comment {
  readonly id: number;
  readonly body: string;
  readonly user: { readonly login: string };
}

/** A repository of `dev` on the real server, whose strings are on an embedded service, kept in step by the action or by the bot. */
export interface HostedRepository extends AsyncDisposable {
  /** `dev/…` */
  readonly name: string;
  readonly component: string;
  readonly site: Awaited<ReturnType<typeof embeddedSite>>;
  /** Dev's clone; its remote `forge` is the server. */
  readonly clone: TestRepository;
  readonly entry: Entry;
  /** Below the repository, as this person. */
  readonly api: RepositoryCall;
  /** Commits to a branch, made off main where there is none, and pushes. @returns the commit */
  push(files: Readonly<Record<string, string>>, branch?: string, remote?: string): Promise<string>;
  /** What the server has in a file of a branch; undefined where there is none. */
  file(path: string, branch: string): Promise<string | undefined>;
  translate(unit: string, text: string, language?: string): Promise<void>;
  /** Somebody asks for a run that brings translations home; resolves when all is quiet. */
  bringHome(): Promise<void>;
  /** Open pull requests of ours. */
  ours(): Promise<readonly ForgeAnswer["body"][]>;
  comments(pull: number): Promise<readonly Comment[]>;
  /** Texts of the comments with this marker. */
  said(pull: number, marker: string): Promise<readonly string[]>;
}

export async function hostedRepository(
  kind: EntryName,
  options: HostedRepositoryOptions = {},
): Promise<HostedRepository> {
  await using resources = new AsyncDisposableStack();
  // The bot's timers are skipped; the server's time goes by itself.
  const clock = kind === "bot" && options.isProcess !== true ? new SkippingClock() : undefined;
  const site = resources.use(await embeddedSite(clock === undefined ? {} : { clock }));
  const upstream = resources.use(await createRepository(sampleFiles));
  await createComponents(site, upstream, [webComponent, serverComponent]);
  const clone = resources.use(
    await createRepository({
      ...sampleFiles,
      ".github/interlinear.yml": `${sampleMapping(site.proxy.url, site.project)}${options.mapping ?? ""}`,
      ...(kind === "action" && { [WORKFLOW]: workflow() }),
      ...options.files,
    }),
  );
  const name = `dev/app-${randomUUID().slice(0, 8)}`;
  const api: RepositoryCall = (person, method, path, body) =>
    tell(forge.tokenOf(person), method, `/repos/${name}${path}`, body);
  await tell(forge.tokenOf("dev"), "POST", "/user/repos", { name: name.split("/")[1], default_branch: "main" });
  await api("dev", "PUT", "/collaborators/bot", { permission: "write" });
  const token = options.token ?? forge.documentedToken;
  const place = { name, api, site, clock, token, options };
  const entry = resources.use(kind === "action" ? await actionEntry(place) : await botEntry(place));
  await clone.git("remote", "add", "forge", personsAddress("dev", name));
  await clone.git("push", "--quiet", "forge", "main");
  await entry.quiet();
  const comments: HostedRepository["comments"] = (pull) => api("dev", "GET", `/issues/${String(pull)}/comments`);
  const owned = resources.move();
  return {
    name,
    component: `${site.project}/web`,
    site,
    clone,
    entry,
    api,
    comments,
    push: async (files, branch = "main", remote = "forge") => {
      await clone.git("fetch", "--quiet", "--prune", remote);
      const known = await clone.git("branch", "--all", "--list", `${remote}/${branch}`);
      await clone.git("checkout", "--quiet", "-B", branch, known === "" ? "forge/main" : `${remote}/${branch}`);
      await clone.write(files);
      await clone.git("add", "--all");
      await clone.git("commit", "--quiet", "--message", "Change strings");
      await clone.git("push", "--quiet", remote, branch);
      return clone.git("rev-parse", "HEAD");
    },
    file: async (path, branch) => {
      // Of a branch that is not there, the server shows the default branch's file.
      const where = `/repos/${name}/branches/${encodeURIComponent(branch)}`;
      if ((await ask(forge.tokenOf("dev"), "GET", where)).status !== 200) return undefined;
      const at = `/repos/${name}/raw/${path}?ref=${encodeURIComponent(branch)}`;
      const found = await ask(forge.tokenOf("dev"), "GET", at);
      if (found.status !== 200) return undefined;
      return typeof found.body === "string" ? found.body : JSON.stringify(found.body);
    },
    translate: (unit, text, language = "de") =>
      saveTranslation(site.service, site.translator.token, { component: `${site.project}/web`, language, unit }, [
        text,
      ]),
    bringHome: async () => {
      await entry.askForRun();
      await entry.quiet();
    },
    ours: async () => {
      const open: readonly ForgeAnswer["body"][] = await api("dev", "GET", "/pulls?state=open&limit=50");
      return open.filter(({ head }) => String(head.ref).startsWith("interlinear/"));
    },
    said: async (pull, marker) =>
      (await comments(pull))
        .filter(({ body }) => body.startsWith(`<!-- interlinear:${marker} -->`))
        .map(({ body }) => body),
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}
