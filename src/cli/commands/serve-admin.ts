import { systemClock } from "../../core/clock.ts";
import type { UserError } from "../../core/errors.ts";
import { terminalText } from "../../report/words/escape.ts";
import { alignedRows } from "../../report/words/text-width.ts";
import type { Accounts } from "../../service/identity/accounts.ts";
import { botRoles } from "../../service/identity/default-roles.ts";
import { openAccounts } from "../../service/open-accounts.ts";
import { actionLines, chosenAction, showOutcome, wrongUse, type Action, type Outcome } from "../actions.ts";
import type { Command, CommandContext } from "../command.ts";
import type { OptionSpecs, OptionValues } from "../options.ts";
import { dataOption, serviceData } from "../service-data.ts";

interface AdminAction extends Action<keyof typeof actionOptions> {
  run(accounts: Accounts, words: readonly string[], options: OptionValues): Promise<Outcome>;
}

const actionOptions = {
  email: { type: "string", value: "ADDRESS", description: "create-user: e-mail address, for commits" },
  "full-name": { type: "string", value: "NAME", description: "create-user: name, for commits and lists" },
  superuser: { type: "boolean", description: "create-user: may do everything" },
  role: {
    type: "string",
    multiple: true,
    value: "ROLE",
    description: "create-bot: what it may do (default: Administration); may be repeated",
  },
  name: { type: "string", value: "TEXT", description: "what to call a new token in lists" },
  expires: { type: "string", value: "DATE", description: "first day on which a new token is refused (default: never)" },
} satisfies OptionSpecs;

const tokenOptions = ["expires", "name"] as const;

const actions: Readonly<Record<string, AdminAction>> = {
  "create-user": {
    words: "USER",
    summary: "add a person, and print a personal token",
    options: ["email", "full-name", "superuser", ...tokenOptions],
    run: async (accounts, [username = ""], options) => {
      const { token } = await accounts.createUser(
        {
          username,
          fullName: options.text("full-name"),
          email: options.text("email"),
          superuser: options.flag("superuser"),
        },
        tokenIn(options),
      );
      return shownOnce(username, token);
    },
  },
  "create-bot": {
    words: "PROJECT [NAME]",
    summary: "add a bot (default name: ci), and print a token that sees this project alone",
    options: ["role", ...tokenOptions],
    run: async (accounts, [project = "", name], options) => {
      const bot = await accounts.createBot(project, name, { roles: options.list("role"), ...tokenIn(options) });
      return shownOnce(bot.username, bot.token);
    },
  },
  token: {
    words: "USER",
    summary: "print another token of a user",
    options: tokenOptions,
    run: async (accounts, [username = ""], options) =>
      shownOnce(username, await accounts.issueToken(username, tokenIn(options))),
  },
  "sign-in-link": {
    words: "USER",
    summary: "print an address that signs a person in to the pages, once",
    options: [],
    run: async (accounts, [username = ""]) => {
      const address = await accounts.issueSignInLink(username);
      return {
        lines: [terminalText(`${username}  ${address}   (once, within 15 minutes; below the service's own address)`)],
        document: { username, address },
      };
    },
  },
  tokens: {
    words: "[USER]",
    summary: "list tokens, never themselves",
    options: [],
    run: async (accounts, [username]) => {
      const tokens = await accounts.tokens(username);
      const rows = tokens.map((token) => [
        String(token.id),
        token.username,
        token.project ?? "all projects",
        token.created.slice(0, 10),
        token.expires === null ? "never" : token.expires.slice(0, 10),
        token.name,
      ]);
      return { lines: table(["id", "user", "sees", "created", "expires", "name"], rows), document: tokens };
    },
  },
  revoke: {
    words: "ID",
    summary: "end a token; the list of tokens tells its number",
    options: [],
    run: async (accounts, [id = ""]) => {
      if (!/^\d{1,9}$/.test(id)) throw wrong(`"${id}" is not the number of a token`);
      await accounts.revokeToken(Number(id));
      return { lines: [`Token ${id} is revoked.`], document: { revoked: Number(id) } };
    },
  },
  users: {
    words: "",
    summary: "list users and bots",
    options: [],
    run: async (accounts) => {
      const users = await accounts.users();
      const rows = users.map((user) => [
        user.username,
        user.fullName,
        user.email,
        [
          ...(user.isSuperuser ? ["superuser"] : []),
          ...(user.isBot ? ["bot"] : []),
          ...(user.isActive ? [] : ["inactive"]),
        ].join(", "),
        user.lastLogin?.slice(0, 10) ?? "never",
      ]);
      return { lines: table(["user", "name", "e-mail", "", "last here"], rows), document: users };
    },
  },
  grant: {
    words: "USER ROLE PROJECT",
    summary: "let a user do what a role allows, in a project",
    options: [],
    run: async (accounts, [username = "", role = "", project = ""]) => {
      await accounts.grant(username, role, project);
      return {
        lines: [terminalText(`${username} has the role “${role}” in ${project}.`)],
        document: { username, role, project },
      };
    },
  },
  "sign-agreement": {
    words: "USER COMPONENT",
    summary: "note that a user signed the agreement of PROJECT/COMPONENT",
    options: [],
    run: async (accounts, [username = "", component = ""]) => {
      await accounts.signAgreement(username, component);
      return {
        lines: [terminalText(`${username} has signed the agreement of ${component}.`)],
        document: { username, component },
      };
    },
  },
};

const NAME = "serve admin";
const left = { align: "left" } as const;

export const command: Command = {
  summary: "manage the embedded service's users and tokens",
  description: [
    "Works on the data folder, or the database of DATABASE_URL, also while the service runs. Tokens are shown once: they are kept as hashes.",
    "",
    ...actionLines(actions),
    "",
    `A bot that needs little gets a small role (--role): ${Object.keys(botRoles).join(" · ")}.`,
  ].join("\n"),
  words: "ACTION [NAME …]",
  options: { ...actionOptions, ...dataOption },
  run: async (options, context) => {
    const { action, words } = chosenAction({ command: NAME, byName: actions, options: actionOptions }, options);
    const outcome = await toldWhileWaiting(context, async () => {
      await using accounts = await openAccounts(serviceData(options, context));
      return await action.run(accounts, words, options);
    });
    showOutcome(context.screen, outcome);
    return 0;
  },
};

/** Nothing but the database is waited for: what takes longer has others before it. */
const SILENT_MILLISECONDS = 2000;

async function toldWhileWaiting<Result>(
  { clock = systemClock, logger }: CommandContext,
  work: () => Promise<Result>,
): Promise<Result> {
  const done = new AbortController();
  const tell = async (): Promise<void> => {
    await clock.sleep(SILENT_MILLISECONDS, done.signal);
    logger.notice("Waiting for the database. While a large repository is imported, it takes no other change.");
  };
  tell().catch(() => undefined);
  try {
    return await work();
  } finally {
    done.abort();
  }
}

function tokenIn(options: OptionValues): { readonly expires: string | undefined; readonly name: string | undefined } {
  return { expires: expiryIn(options.text("expires")), name: options.text("name") };
}

/** A day, or a moment with its time zone, that is to come. */
function expiryIn(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const isMoment = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?$/.test(text);
  const moment = new Date(isMoment ? text : Number.NaN);
  if (Number.isNaN(moment.getTime())) throw wrong(`--expires is "${text}"`, "It takes a day such as 2027-01-31.");
  if (moment.getTime() <= Date.now()) throw wrong(`--expires is "${text}", which is over`, "It takes a day to come.");
  return moment.toISOString();
}

function shownOnce(username: string, token: string): Outcome {
  return {
    lines: [`${terminalText(username)}  ${token}   (shown once)`],
    document: { username, token },
  };
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const cells = rows.map((row) => row.map(terminalText));
  return alignedRows(
    [head, ...cells],
    head.map(() => left),
  );
}

function wrong(message: string, hint?: string): UserError {
  return wrongUse(NAME, message, hint);
}
