import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import process from "node:process";
import { workflowText } from "../../src/workspace/workflow-file.ts";
import type { Entry, EntryPlace } from "./entry.ts";
import { ask, eventually, forge, isForgejo, mirrorAction, pageFor, pressAs, tell, type ForgeAnswer } from "./lab.ts";

const root = dirname(dirname(import.meta.dirname));

export const WORKFLOW = ".gitea/workflows/interlinear.yml";
const NIGHTLY = "17 3 * * *";

/** As the README has it, with the bot's token. */
export function workflow(cron = NIGHTLY): string {
  return onThisServer(workflowText("github", "main"))
    .replace(NIGHTLY, cron)
    .replace(
      /(token: \$\{\{ secrets\.TRANSLATION_TOKEN \}\}\n)/,
      "$1          github-token: ${{ secrets.BOT_TOKEN }}\n",
    );
}

export const FORKS = ".gitea/workflows/forks.yml";

/** As docs/examples has it. */
export async function forksWorkflow(): Promise<string> {
  return onThisServer(await readFile(join(root, "docs", "examples", "forks.yml"), "utf8"));
}

/** Of actions/checkout the server here has one of its own, made for tests. */
function onThisServer(text: string): string {
  return text.replace(/actions\/checkout@[0-9a-f]{40} # v7[.\d]*/, "actions/checkout@v7");
}

/** A run as the server's API lists it. */
interface Run {
  readonly id: number;
  readonly run_number: number;
  readonly event: string;
  readonly status: string;
  readonly conclusion: string;
}

/** The README's workflow in the runner of the server. */
export async function actionEntry({
  name,
  api,
  site,
  token,
}: EntryPlace): Promise<Entry & { runs(): Promise<readonly Run[]> }> {
  await mirrorAction();
  await api("dev", "PUT", "/actions/secrets/TRANSLATION_TOKEN", { data: site.botToken });
  await api("dev", "PUT", "/actions/secrets/BOT_TOKEN", { data: token });
  const runs = async (): Promise<readonly Run[]> => {
    const { workflow_runs: all } = await api("dev", "GET", "/actions/runs?limit=50");
    return all ?? [];
  };
  const onForgejo = await isForgejo();
  // Gitea's `waiting` waits for an approval, Forgejo's for a runner.
  const busy = onForgejo ? ["waiting", "running"] : ["queued", "in_progress"];
  const quiet = async (): Promise<void> => {
    // Twice: one job may have another one begin.
    for (let seen = 0; seen < 2; seen += 1) {
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      // One that waits for an approval is quiet as well.
      await eventually("all jobs are done", async () =>
        (await runs()).some(({ status }) => busy.includes(status)) ? undefined : true,
      );
    }
  };
  return {
    runs,
    quiet,
    askForRun: async () => {
      await api("dev", "POST", "/actions/workflows/interlinear.yml/dispatches", { ref: "main" });
    },
    scheduleComes: async () => {
      // The API calls them by the event that brought the schedule: a push.
      const before = (await runs()).length;
      await eventually("a run by the schedule", async () => {
        // The server looks once a minute; this has it look now.
        await tell(forge.tokenOf("boss"), "POST", "/admin/cron/start_schedule_tasks");
        return (await runs()).length > before ? true : undefined;
      });
      await quiet();
    },
    lastRun: async () => {
      const [run] = await runs();
      if (onForgejo) {
        const words = await pageFor("dev", `/${name}/actions/runs/${String(run?.run_number)}/jobs/0/logs`);
        return { isGood: run?.status === "success", words };
      }
      const { jobs } = await api("dev", "GET", `/actions/runs/${String(run?.id)}/jobs`);
      const logs = await Promise.all(
        jobs.map(({ id }: ForgeAnswer["body"]) =>
          ask(forge.tokenOf("dev"), "GET", `/repos/${name}/actions/jobs/${String(id)}/logs`),
        ),
      );
      return { isGood: run?.conclusion === "success", words: logs.map(({ body }) => String(body)).join("\n") };
    },
    approve: async () => {
      const blocked = (await runs()).filter(({ status }) => status === (onForgejo ? "blocked" : "waiting"));
      for (const { id } of blocked) await pressAs("dev", `/${name}/actions/runs/${String(id)}/approve`);
      await quiet();
    },
    isAtWork: async () => (await jobProcess(name)) !== undefined,
    kill: async () => {
      const pid = await jobProcess(name);
      if (pid !== undefined) process.kill(pid, "SIGKILL");
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}

/** The process of the action that the runner started for a repository. */
async function jobProcess(repository: string): Promise<number | undefined> {
  for (const id of await readdir("/proc")) {
    if (!/^\d+$/.test(id)) continue;
    const [command, environment] = await Promise.all(
      ["cmdline", "environ"].map((file) => readFile(`/proc/${id}/${file}`, "utf8").catch(() => "")),
    );
    const isAction = command?.includes("/dist/action/index.js") === true;
    if (isAction && environment?.split("\0").includes(`GITHUB_REPOSITORY=${repository}`) === true) return Number(id);
  }
  return undefined;
}
