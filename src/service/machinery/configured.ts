import { jsonIn } from "../../core/json.ts";
import { invalid, Refusal } from "../../http-api/refusal.ts";
import type { Queries } from "../../store/database.ts";
import { validationRefusal } from "../http/validation.ts";
import { opened, sealed, sealWords } from "../sealed.ts";
import type { Service } from "../service.ts";
import type { Send } from "./answer.ts";
import { MachineFailure, type Machine } from "./machine.ts";
import { machineService, machineServices, type MachineConfiguration, type MachineService } from "./services.ts";

type Sent = Readonly<Record<string, unknown>>;

/** A service that somebody switched on for a project, as its row has it. */
export interface Configured {
  readonly kind: MachineService;
  /** Without its key. */
  readonly configuration: Omit<MachineConfiguration, "key">;
  readonly sealedKey: string;
}

/** What is switched on for a project, in the order of `machineServices`; what this version does not know is left out. */
export async function configuredServices(queries: Queries, project: number): Promise<readonly Configured[]> {
  const rows = await queries.selectFrom("machinery").selectAll().where("project_id", "=", project).execute();
  return machineServices.flatMap((kind) => {
    const row = rows.find(({ service }) => service === kind.id);
    if (row === undefined) return [];
    return [{ kind, configuration: JSON.parse(row.configuration), sealedKey: row.sealed_key }];
  });
}

/** One that runs on somebody's own processor takes its time for twenty texts. */
const MILLISECONDS = 20_000;
/** Of an answer. */
const MOST_BYTES = 1_000_000;

/** @throws {MachineFailure} where the key cannot be opened any more */
export async function machineOf(service: Service, { kind, configuration, sealedKey }: Configured): Promise<Machine> {
  const key = sealedKey === "" ? "" : await openedKey(service, kind, sealedKey);
  return kind.open({ ...configuration, key }, senderOf(service));
}

/** Where texts go, where the name of the service does not tell it; "": to its company. */
export function machineHost({ kind, configuration }: Configured): string {
  return configuration.url === kind.usualUrl ? "" : new URL(configuration.url).host;
}

function senderOf({ outward }: Service): Send {
  return (address, request) => outward.send(address, { ...request, milliseconds: MILLISECONDS, mostBytes: MOST_BYTES });
}

/** A configuration as answers show it: nobody gets the key back. */
export function shownConfiguration({ configuration }: Configured): Sent {
  return { ...configuration };
}

/**
 * A configuration that was sent, read and judged. A key that is not sent stays, as long as it goes to the same server: whoever may set
 * the address shall not be able to have the key sent to their own.
 * @throws 400
 */
export async function checkedConfiguration(
  service: Service,
  name: string,
  sent: unknown,
  old: Configured | undefined,
): Promise<Configured> {
  const kind = machineService(name);
  if (kind === undefined) {
    const known = machineServices.map(({ id }) => id).join(", ");
    throw invalid("configuration", `Service not found: ${name}. This server has: ${known}.`);
  }
  const given = objectIn(kind, sent);
  const address = typeof given["url"] === "string" ? given["url"] : kind.usualUrl;
  const keeps =
    given["key"] === undefined &&
    old !== undefined &&
    old.sealedKey !== "" &&
    isSameOrigin(old.configuration.url, address);
  const read = kind.options.safeParse(keeps ? { ...given, key: await openedOrNone(service, old) } : given);
  if (!read.success) {
    const refusal = validationRefusal(read.error, given);
    const errors = refusal.errors.map(({ field, detail }) => ({
      code: "invalid",
      detail: field === null ? `${detail} (${kind.id})` : `Error in ${field} (${kind.id}): ${detail}`,
      field: "configuration",
    }));
    throw new Refusal(400, errors);
  }
  const { key, ...configuration } = configurationIn(read.data);
  const fault = await service.outward.fault(configuration.url);
  if (fault !== undefined) throw invalid("configuration", `Error in url (${kind.id}): ${fault}`);
  return { kind, configuration, sealedKey: key === "" ? "" : await sealed(service, key) };
}

export async function storeConfiguration(queries: Queries, project: number, configured: Configured): Promise<void> {
  const row = { configuration: JSON.stringify(configured.configuration), sealed_key: configured.sealedKey };
  await queries
    .insertInto("machinery")
    .values({ project_id: project, service: configured.kind.id, ...row })
    .onConflict((conflict) => conflict.columns(["project_id", "service"]).doUpdateSet(row))
    .execute();
}

/** @param service all of the project, where none is named */
export async function removeConfiguration(queries: Queries, project: number, service?: string): Promise<void> {
  const rows = queries.deleteFrom("machinery").where("project_id", "=", project);
  await (service === undefined ? rows : rows.where("service", "=", service)).execute();
}

/** Forms send JSON as a text. @throws 400 */
function objectIn({ id }: MachineService, sent: unknown): Sent {
  const value = typeof sent === "string" ? jsonIn(sent) : sent;
  if (value === undefined && sent !== undefined)
    throw invalid("configuration", `Invalid service configuration (${id}): it is no JSON.`);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw invalid("configuration", `Invalid service configuration (${id}): it has to be an object.`);
}

/** What `options` has read. */
function configurationIn(read: unknown): MachineConfiguration {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema of every service has these members
  return read as MachineConfiguration;
}

function isSameOrigin(one: string, other: string): boolean {
  const [first, second] = [URL.parse(one), URL.parse(other)];
  return first !== null && second !== null && first.origin === second.origin;
}

async function openedOrNone(service: Service, old: Configured): Promise<string> {
  return openedKey(service, old.kind, old.sealedKey).catch(() => "");
}

/** @throws {MachineFailure} */
async function openedKey(service: Service, { name }: MachineService, sealedKey: string): Promise<string> {
  const key = await opened(service, sealedKey);
  if (key !== undefined) return key;
  throw new MachineFailure(
    `The key of ${name} was sealed with another key of this server (${sealWords(service)}). Whoever manages the project can enter it anew.`,
  );
}
