import { randomUUID } from "node:crypto";
import { workflowText } from "../../src/workspace/workflow-file.ts";
import { embeddedSite } from "../support/embedded-site.ts";
import { createRepository, type TestRepository } from "../support/repository.ts";
import { createComponents, serverComponent, webComponent } from "../support/sample-components.ts";
import { sampleFiles, sampleMapping } from "../support/sample-files.ts";
import { saveTranslation } from "../support/service-api.ts";
import type { Site } from "../support/world.ts";
import { ask, eventually, forge, tell, type ForgeAnswer, type Person } from "./lab.ts";

export interface HostedRepositoryOptions {
  /** The workflow of the README, with these lines as more inputs of the action; no workflow without it. */
  readonly inputs?: readonly string[];
  /** Beside the sample's. */
  readonly files?: Readonly<Record<string, string>>;
  /** Lines at the end of the mapping. */
  readonly mapping?: string;
}

/** A repository of `dev` on the real server, whose strings are on an embedded service. */
export interface HostedRepository extends AsyncDisposable {
  /** `dev/…` */
  readonly name: string;
  readonly site: Site;
  /** Dev's clone; its remote `forge` is the server. */
  readonly clone: TestRepository;
  /** Below the repository, as this person. */
  api(person: Person, method: string, path: string, body?: object): Promise<ForgeAnswer["body"]>;
  /** Commits to a branch, made off main where there is none, and pushes. @returns the commit */
  push(files: Readonly<Record<string, string>>, branch?: string): Promise<string>;
  /** What the server has in a file of a branch; undefined where there is none. */
  file(path: string, branch: string): Promise<string | undefined>;
  translate(unit: string, text: string, language?: string): Promise<void>;
  /** Open pull requests of ours. */
  ours(): Promise<readonly ForgeAnswer["body"][]>;
  /** Whether a job is waiting or under way. */
  isBusy(): Promise<boolean>;
  /** Waits until no job waits or is under way. @returns every run's event, state and title, the newest first */
  quiet(): Promise<readonly ForgeAnswer["body"][]>;
}

/** As the README has it; of actions/checkout the server here has one of its own, made for tests. */
function workflow(inputs: readonly string[]): string {
  const lines = inputs.map((line) => `          ${line}\n`).join("");
  return workflowText("github", "main")
    .replace(/actions\/checkout@[0-9a-f]{40} # v7[.\d]*/, "actions/checkout@v7")
    .replace(/(token: \$\{\{ secrets\.TRANSLATION_TOKEN \}\}\n)/, `$1${lines}`);
}

export async function hostedRepository(options: HostedRepositoryOptions = {}): Promise<HostedRepository> {
  await using resources = new AsyncDisposableStack();
  const site = resources.use(await embeddedSite());
  const upstream = resources.use(await createRepository(sampleFiles));
  await createComponents(site, upstream, [webComponent, serverComponent]);
  const clone = resources.use(
    await createRepository({
      ...sampleFiles,
      ".github/interlinear.yml": `${sampleMapping(site.proxy.url, site.project)}${options.mapping ?? ""}`,
      ...(options.inputs && { ".gitea/workflows/interlinear.yml": workflow(options.inputs) }),
      ...options.files,
    }),
  );
  const name = `dev/app-${randomUUID().slice(0, 8)}`;
  const api: HostedRepository["api"] = (person, method, path, body) =>
    tell(forge.tokenOf(person), method, `/repos/${name}${path}`, body);
  await tell(forge.tokenOf("dev"), "POST", "/user/repos", { name: name.split("/")[1], default_branch: "main" });
  await api("dev", "PUT", "/collaborators/bot", { permission: "write" });
  await api("dev", "PUT", "/actions/secrets/TRANSLATION_TOKEN", { data: site.botToken });
  await api("dev", "PUT", "/actions/secrets/BOT_TOKEN", { data: forge.documentedToken });
  const address = `${forge.url.replace("://", `://dev:${forge.passwordOf("dev")}@`)}/${name}.git`;
  await clone.git("remote", "add", "forge", address);
  await clone.git("push", "--quiet", "forge", "main");
  const runs = async (): Promise<readonly ForgeAnswer["body"][]> => {
    const { workflow_runs: all } = await api("dev", "GET", "/actions/runs?limit=50");
    return all ?? [];
  };
  const isBusy = async (): Promise<boolean> => (await runs()).some(({ status }) => status !== "completed");
  const owned = resources.move();
  return {
    name,
    site,
    clone,
    api,
    isBusy,
    push: async (files, branch = "main") => {
      await clone.git("fetch", "--quiet", "forge");
      const known = await clone.git("branch", "--all", "--list", `forge/${branch}`);
      await clone.git("checkout", "--quiet", "-B", branch, known === "" ? "forge/main" : `forge/${branch}`);
      await clone.write(files);
      await clone.git("add", "--all");
      await clone.git("commit", "--quiet", "--message", "Change strings");
      await clone.git("push", "--quiet", "forge", branch);
      return clone.git("rev-parse", "HEAD");
    },
    file: async (path, branch) => {
      // Of a branch that is not there, the server shows the default branch's file.
      const place = `/repos/${name}/branches/${encodeURIComponent(branch)}`;
      if ((await ask(forge.tokenOf("dev"), "GET", place)).status !== 200) return undefined;
      const found = await ask(
        forge.tokenOf("dev"),
        "GET",
        `/repos/${name}/raw/${path}?ref=${encodeURIComponent(branch)}`,
      );
      if (found.status !== 200) return undefined;
      return typeof found.body === "string" ? found.body : JSON.stringify(found.body);
    },
    translate: (unit, text, language = "de") =>
      saveTranslation(site.service, site.translator.token, { component: `${site.project}/web`, language, unit }, [
        text,
      ]),
    ours: async () => {
      const open: readonly ForgeAnswer["body"][] = await api("dev", "GET", "/pulls?state=open");
      return open.filter(({ head }) => String(head.ref).startsWith("interlinear/"));
    },
    quiet: async () => {
      // Twice: one job may have another one begin.
      for (let seen = 0; seen < 2; seen += 1) {
        await new Promise((resolve) => setTimeout(resolve, 1_500));
        await eventually("all jobs are done", async () => ((await isBusy()) ? undefined : true));
      }
      return runs();
    },
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}
