import * as z from "zod";
import { forgeEventOf, keptEvent, repositoryName, type ForgeEvent } from "../../automation/event.ts";
import { readRepositoryEvent, type RepositoryEvent } from "../../automation/installation-event.ts";
import { jobOf } from "../../automation/job.ts";
import { defined } from "../../core/defined.ts";
import { storeDelivery, type NewDelivery, type StoredDelivery } from "../../records/deliveries/deliveries.ts";
import type { Records } from "../../records/records.ts";
import {
  ARCHIVED,
  DELETED,
  installationNumbered,
  keepInstallation,
  leaveRepositories,
} from "../../records/repositories/installations.ts";
import {
  keepRepository,
  repositoryMeant,
  repositoryNamed,
  type RepositoryRecord,
} from "../../records/repositories/repositories.ts";
import { matchesRepository } from "../../records/repositories/repository-pattern.ts";
import type { ForgejoSettings, GitHubSettings } from "../../records/settings/settings.ts";
import { databaseText } from "../../store/database-text.ts";
import { inOpenTransaction } from "../../store/database.ts";
import { confirmInstallation } from "../missed/keep-installations.ts";

/** An event whose signature was right. */
export interface ForgeMessage {
  /** Name of the forge in the settings. */
  readonly forge: string;
  readonly guid: string;
  /** `push`, `pull_request` … */
  readonly event: string;
  readonly payload: unknown;
}

/** What a forge's event may ask the bot for; others that start workflows are for the action alone. */
const TAKEN: ReadonlySet<string> = new Set([
  "push",
  "delete",
  "pull_request",
  "issue_comment",
  "check_run",
  "check_suite",
  "merge_group",
]);

/** Repository that an event is for, or why it is for none. */
type Served = { readonly repository: RepositoryRecord } | { readonly unserved: string };

/** Keeps an event for its repository's turn, if it asks for anything. @returns undefined where it is about no repository */
export async function takeForgeEvent(
  records: Records,
  settings: GitHubSettings | ForgejoSettings,
  message: ForgeMessage,
): Promise<StoredDelivery | undefined> {
  const origin = originOf(message.payload);
  if (origin === undefined) return undefined;
  const { forge, guid, event } = message;
  const kept = keptEvent(event, message.payload);
  return inOpenTransaction(records.database, async (queries) => {
    const within = { ...records, database: queries };
    const known = { source: settings.kind, sender: forge, guid, event, action: wordOf(kept.payload.action) };
    const told = event === "repository" ? readRepositoryEvent(message.payload) : undefined;
    if (told?.kind === "deleted") return leave(within, known, origin, DELETED);
    if (event === "repository" && known.action === "archived") return leave(within, known, origin, ARCHIVED);
    const served = await servedRepository(within, settings, forge, origin);
    if ("unserved" in served) {
      return storeDelivery(within, { ...known, repository: null, payload: {}, ended: ignored(served.unserved) });
    }
    const { repository } = served;
    const ended = endOf(repository, settings, forgeEventOf({ event, payload: kept }, repository.name), told);
    return storeDelivery(within, {
      ...known,
      repository: repository.id,
      payload: kept,
      ...defined({ ended }),
    });
  });
}

type KnownDelivery = Omit<NewDelivery, "repository" | "payload">;

async function leave(
  records: Records,
  known: KnownDelivery,
  { repository: name, number: told, installation }: EventOrigin,
  reason: string,
): Promise<StoredDelivery> {
  const repository = await repositoryMeant(records, known.sender, { name, ...defined({ number: told }) });
  const ended = { state: "done", reason } as const;
  const stored = await storeDelivery(records, { ...known, repository: repository?.id ?? null, payload: {}, ended });
  if (repository !== undefined && stored.outcome === "stored") {
    await leaveRepositories(records, [repository.id], reason);
    if (known.source === "github") await confirmInstallation(records, installation);
  }
  return stored;
}

/** What is done at once, or never; undefined: its repository's job decides. */
function endOf(
  { state, name }: RepositoryRecord,
  settings: GitHubSettings | ForgejoSettings,
  event: ForgeEvent,
  told: RepositoryEvent | undefined,
): NewDelivery["ended"] {
  if (told !== undefined) return { state: "done", reason: databaseText(wordsOf(told)) };
  if (!TAKEN.has(event.name)) return ignored(`The event “${event.name}” asks the bot for nothing.`);
  if (state === "paused") return ignored(`${name} is paused: nothing is done until somebody lets it go on.`);
  const app = settings.kind === "github" ? { app: settings.appId } : {};
  const job = jobOf(event, "auto", { hasOwnToken: true, ...app });
  return job.kind === "nothing" ? ignored(databaseText(job.message)) : undefined;
}

function ignored(reason: string): NonNullable<NewDelivery["ended"]> {
  return { state: "ignored", reason };
}

function wordsOf(told: RepositoryEvent): string {
  if (told.kind === "renamed") return `${told.from} is called ${told.to} now.`;
  if (told.kind === "default-branch") return `The default branch is ${told.branch} now.`;
  return DELETED;
}

function servedRepository(
  records: Records,
  settings: GitHubSettings | ForgejoSettings,
  forge: string,
  origin: EventOrigin,
): Promise<Served> {
  return settings.kind === "github"
    ? servedOnGitHub(records, forge, origin)
    : servedOnForgejo(records, settings, forge, origin);
}

async function servedOnForgejo(
  records: Records,
  { repositories }: ForgejoSettings,
  forge: string,
  { repository: name, number, defaultBranch }: EventOrigin,
): Promise<Served> {
  if (!repositories.some((pattern) => matchesRepository(pattern, name))) {
    return { unserved: `${name} is not among the repositories that the settings name for ${forge}.` };
  }
  return { repository: await keepRepository(records, foundOf(forge, name, { number, defaultBranch })) };
}

/** Who signs by the App's secret names the installation that it speaks for; without one, the repository has to be known. */
async function servedOnGitHub(
  records: Records,
  forge: string,
  { repository: name, number, defaultBranch, installation }: EventOrigin,
): Promise<Served> {
  if (installation === undefined) {
    const known = await repositoryNamed(records, forge, name);
    return known === undefined || known.state === "gone"
      ? { unserved: `The App is not installed in ${name}.` }
      : { repository: known };
  }
  const row = await installationRow(records, forge, installation, name);
  return {
    repository: await keepRepository(records, foundOf(forge, name, { number, defaultBranch, installation: row })),
  };
}

async function installationRow(records: Records, forge: string, number: number, repository: string): Promise<number> {
  const known = await installationNumbered(records, forge, number);
  if (known !== undefined) return known.id;
  const [account = ""] = repository.split("/", 1);
  return keepInstallation(records, { forge, number, account, isSuspended: false });
}

function foundOf(
  forge: string,
  name: string,
  told: {
    readonly number?: number | undefined;
    readonly defaultBranch?: string | undefined;
    readonly installation?: number;
  },
) {
  const { number, defaultBranch, installation } = told;
  return {
    forge,
    name,
    ...defined({ number, defaultBranch, installation }),
  };
}

/** An action as forges name them; anything else is none. */
function wordOf(action: string | undefined): string {
  return action !== undefined && /^[a-z_]{1,60}$/.test(action) ? action : "";
}

/** Where an event of a forge happened. */
interface EventOrigin {
  /** `owner/name` */
  readonly repository: string;
  readonly number?: number;
  readonly defaultBranch?: string;
  /** GitHub's number of the App's installation. */
  readonly installation?: number;
}

const LONGEST = 250;
const number = z.int().positive().optional().catch(undefined);
const origin = z.object({
  repository: z.object({
    full_name: repositoryName.max(LONGEST),
    id: number,
    default_branch: z.string().min(1).max(LONGEST).optional().catch(undefined),
  }),
  installation: z.object({ id: number }).optional().catch(undefined),
});

/** Undefined where the event is about no repository. */
function originOf(raw: unknown): EventOrigin | undefined {
  const { data } = origin.safeParse(raw);
  if (data === undefined) return undefined;
  const { full_name: repository, id, default_branch: defaultBranch } = data.repository;
  const installation = data.installation?.id;
  return {
    repository,
    ...defined({ number: id }),
    ...(defaultBranch !== undefined && { defaultBranch: databaseText(defaultBranch) }),
    ...defined({ installation }),
  };
}
