import { forgetTriesAt } from "../../admin/identity/attempts.ts";
import { changeOperator } from "../../admin/identity/operators.ts";
import { hashPassword } from "../../http-api/passwords.ts";
import { generatedPassword } from "../../admin/identity/prepare-administrator.ts";
import { listDeliveries } from "../../records/deliveries/delivery-list.ts";
import { replayDelivery } from "../../records/deliveries/replay-delivery.ts";
import { note } from "../../records/logs/event-log.ts";
import type { Records } from "../../records/records.ts";
import { terminalText } from "../../report/words/escape.ts";
import { alignedRows } from "../../report/words/text-width.ts";
import type { Outcome } from "../actions.ts";
import { recordsBeside, wrong, type BotAction } from "./action.ts";

export const resetPassword: BotAction = {
  words: "LOGIN",
  summary: "give a user of the administration another password, and print it",
  options: [],
  run: async ([text = ""], options, context) => {
    const login = numberIn(text, "the number of a user");
    await using records = await recordsBeside(options, context);
    const password = generatedPassword();
    const changed = await changeOperator(records, login, { hash: await hashPassword(password), active: true });
    if (changed === undefined) throw wrong(`there is no user ${text}`, "The first administrator is user 1.");
    await forgetTriesAt(records, login);
    const message = "Set another password at the machine itself";
    await note(records, { level: "notice", component: "users", message, details: { login } });
    return {
      lines: [terminalText(`login ${String(login)} (${changed.name})  password ${password}   (shown once)`)],
      document: { login, password },
    };
  },
};

export const replay: BotAction = {
  words: "[ID]",
  summary: "do a delivery again, or all that were given up (--dead)",
  options: ["dead"],
  run: async ([id], options, context) => {
    if ((id === undefined) !== options.flag("dead")) throw wrong("replay takes the number of a delivery, or --dead");
    await using records = await recordsBeside(options, context);
    const wanted = id === undefined ? await deadOnes(records) : [numberIn(id, "the number of a delivery")];
    const replayed: number[] = [];
    for (const delivery of wanted) {
      const outcome = await replayDelivery(records, delivery, undefined);
      if (outcome === "replayed") replayed.push(delivery);
      else if (id !== undefined) throw notReplayed(delivery, outcome);
    }
    return {
      lines: [
        replayed.length === 0
          ? "There is nothing to do again."
          : `${String(replayed.length)} to be done again: the running bot takes them within half a minute.`,
      ],
      document: { replayed },
    };
  },
};

export const status: BotAction = {
  words: "",
  summary: "say how the bot is: repositories, deliveries that wait or were given up, runs",
  options: [],
  run: async (_, options, context) => {
    await using records = await recordsBeside(options, context);
    const counts = {
      repositories: await countedByState(records, "repository"),
      deliveries: await countedByState(records, "delivery"),
      runs: await countedByState(records, "run"),
    };
    const dead = await listDeliveries(records, { state: "dead" }, { page: 1, size: 10 });
    const deadLetters = dead.items.map(({ id, event, repository, received, reason }) => ({
      id,
      event,
      repository: repository?.name ?? null,
      received,
      reason,
    }));
    return { lines: statusLines(counts, deadLetters), document: { ...counts, deadLetters } };
  },
};

type Counts = Readonly<Record<string, number>>;

interface DeadLetter {
  readonly id: number;
  readonly event: string;
  readonly repository: string | null;
  readonly received: string;
  readonly reason: string;
}

const left = { align: "left" } as const;

function statusLines(counts: Readonly<Record<string, Counts>>, dead: readonly DeadLetter[]): Outcome["lines"] {
  const rows = Object.entries(counts).map(([what, states]) => [what, countsText(states)]);
  const letters = dead.map(({ id, event, repository, received, reason }) =>
    [String(id), received.slice(0, 16).replace("T", " "), repository ?? "", event, reason].map(terminalText),
  );
  return [
    ...alignedRows(rows, [left, left]),
    ...(letters.length === 0
      ? []
      : ["", "given up, the newest first:", ...alignedRows(letters, [left, left, left, left, left])]),
  ];
}

function countsText(states: Counts): string {
  const words = Object.entries(states).map(([state, count]) => `${String(count)} ${state}`);
  return words.length === 0 ? "none" : words.join(", ");
}

async function countedByState(
  { database }: Pick<Records, "database">,
  table: "repository" | "delivery" | "run",
): Promise<Counts> {
  const rows = await database
    .selectFrom(table)
    .select(({ fn }) => ["state", fn.countAll<number>().as("count")])
    .groupBy("state")
    .orderBy("state")
    .execute();
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

const BATCH = 100;

async function deadOnes(records: Pick<Records, "database">): Promise<readonly number[]> {
  const found: number[] = [];
  for (let page = 1; ; page += 1) {
    const { items } = await listDeliveries(records, { state: "dead" }, { page, size: BATCH });
    found.push(...items.map(({ id }) => id));
    if (items.length < BATCH) return found.reverse();
  }
}

function notReplayed(delivery: number, why: "unknown" | "refused") {
  return why === "unknown"
    ? wrong(`there is no delivery ${String(delivery)}`, "`interlinear bot status` lists those that were given up.")
    : wrong(`delivery ${String(delivery)} waits or is being done anyway, or is about no repository`);
}

function numberIn(text: string, what: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw wrong(`"${text}" is not ${what}`);
  return Number(text);
}
