import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { storeDelivery } from "../../records/deliveries/deliveries.ts";
import { keepRepository } from "../../records/repositories/repositories.ts";
import { startBot, type RunningBot } from "../../server/start-bot.ts";
import { runCli } from "../run-cli.ts";

let folder: Awaited<ReturnType<typeof temporaryDirectory>>;
let bot: RunningBot;

beforeAll(async () => {
  folder = await temporaryDirectory();
  bot = await startBot({ data: join(folder.path, "data"), settings: { publicUrl: "https://bot.example.org" } });
  // What is to be done again has to stay where it is, to be looked at.
  await bot.records.jobs.stop();
});
afterAll(async () => {
  await bot.close();
  await folder[Symbol.asyncDispose]();
});

async function run(...args: readonly string[]) {
  const printed = { stdout: "", stderr: "" };
  const sink = (name: keyof typeof printed) => ({
    write: (text: string) => {
      printed[name] += text;
    },
  });
  const code = await runCli(["bot", ...args, "--data", "data"], {
    environment: {},
    directory: folder.path,
    stdout: sink("stdout"),
    stderr: sink("stderr"),
    untilEnding: () => Promise.resolve(undefined),
  });
  return { code, ...printed };
}

async function json(...args: readonly string[]) {
  const { code, stdout, stderr } = await run(...args, "--json");
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

async function statusOf(login: number, password: string): Promise<number> {
  const authorization = `Basic ${btoa(`${String(login)}:${password}`)}`;
  return (await fetch(`${bot.adminUrl}api/login`, { headers: { authorization } })).status;
}

async function deadDelivery(guid: string): Promise<number> {
  const { id: repository } = await keepRepository(bot.records, { forge: "github", name: "acme/app" });
  const { id } = await storeDelivery(bot.records, {
    source: "github",
    sender: "github",
    guid,
    event: "push",
    action: "",
    repository,
    payload: {},
  });
  await bot.records.database
    .updateTable("delivery")
    .set({ state: "dead", reason: "no network" })
    .where("id", "=", id)
    .execute();
  return id;
}

describe("interlinear bot, beside the running bot", () => {
  it("gives a user another password, which counts at once in the place of the former one", async () => {
    const former = bot.administrator?.password ?? "";

    const { login, password } = await json("reset-password", "1");

    expect(login).toBe(1);
    expect([await statusOf(1, password), await statusOf(1, former)]).toEqual([200, 401]);
  });

  it("does again what was given up, one or all of them", async () => {
    const [one, two, three] = [await deadDelivery("1"), await deadDelivery("2"), await deadDelivery("3")];

    expect(await json("replay", String(one))).toEqual({ replayed: [one] });
    expect(await json("replay", "--dead")).toEqual({ replayed: [two, three] });

    const { deliveries, deadLetters } = await json("status");
    expect([deliveries, deadLetters]).toEqual([{ waiting: 3 }, []]);
    expect(await json("replay", "--dead")).toEqual({ replayed: [] });
    const { code, stderr } = await run("replay", String(one));
    expect([code, stderr]).toEqual([2, expect.stringContaining("waits or is being done")]);
  });

  it("says how the bot is", async () => {
    const id = await deadDelivery("4");

    const { stdout } = await run("status");

    expect(stdout).toMatch(/^repositories {2}1 active\n/);
    expect(stdout).toMatch(new RegExp(`\n${String(id)} .* acme/app {2}push {2}no network\n$`));
  });

  it.each([
    ["reset-password", "9", "there is no user 9"],
    ["reset-password", "ada", "not the number of a user"],
    ["replay", "999", "there is no delivery 999"],
    ["replay", "--dead", "1", "takes the number of a delivery, or --dead"],
    ["replay", "takes the number of a delivery, or --dead"],
    ["status", "--dead", "--dead means nothing to bot status"],
    ["explode", 'there is no action "explode"'],
    ["manifest", "--url", "bot.example.org", "--url is"],
    ["manifest", "--forge", "Git Hub", "--forge is"],
  ])("refuses %j", async (...args) => {
    const words = args.pop() ?? "";

    const { code, stderr } = await run(...args);

    expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
  });
});

describe("interlinear bot manifest", () => {
  it("prints what GitHub makes the App from", async () => {
    const manifest = await json("manifest", "--url", "https://bot.example.org", "--org", "acme", "--workflows");

    expect(manifest).toMatchObject({
      name: "Interlinear of acme",
      hook_attributes: { url: "https://bot.example.org/webhooks/github/github" },
      default_permissions: { workflows: "write" },
    });
  });

  it("says that an address is an example where none is given", async () => {
    const { stdout, stderr } = await run("manifest");

    expect(JSON.parse(stdout)).toMatchObject({ url: "https://bot.example.org" });
    expect(stderr).toContain("name it with --url");
  });

  it("writes the page that makes it, for an Enterprise server too", async () => {
    await json("manifest", "--org", "acme", "--server", "https://git.acme.org", "--html", "app.html");

    const page = await readFile(join(folder.path, "app.html"), "utf8");
    expect(page).toMatch(
      /action="https:\/\/git\.acme\.org\/organizations\/acme\/settings\/apps\/new\?state=[\w-]{32}"/,
    );
    expect(page).toContain("https://bot.example.org/admin/github-app/created");
  });
});
