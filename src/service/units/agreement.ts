import { createHash } from "node:crypto";
import type { ComponentRecord } from "../components/component-settings.ts";
import type { Refusal } from "../../http-api/refusal.ts";
import { denied } from "../http/refusal.ts";
import type { Caller } from "../identity/permissions.ts";
import { timestamp, type Service } from "../service.ts";
import type { Queries } from "../../store/database.ts";

/** @throws 403 while the caller has not signed the component's contributor agreement */
export async function assertAgreed(service: Service, caller: Caller, component: ComponentRecord): Promise<void> {
  const refusal = await agreementRefusal(service.database, caller, component);
  if (refusal !== undefined) throw refusal;
}

/**
 * Bots are exempt (facts §2); a text that changed since has to be signed anew.
 * @returns why the caller has to sign the component's contributor agreement first
 */
export async function agreementRefusal(
  queries: Queries,
  caller: Caller,
  component: ComponentRecord,
): Promise<Refusal | undefined> {
  if ((await unsignedAgreement(queries, caller, component)) === "") return undefined;
  return denied("Contributing to this translation requires accepting its contributor license agreement.");
}

/** The contributor agreement that the caller has to sign before they contribute; "": none. */
export async function unsignedAgreement(
  queries: Queries,
  { user }: Caller,
  component: ComponentRecord,
): Promise<string> {
  const { agreement } = component.settings;
  if (agreement === "" || user === undefined || user.is_bot === 1) return "";
  const signed = await queries
    .selectFrom("agreement")
    .select("text_hash")
    .where("user_id", "=", user.id)
    .where("component_id", "=", component.id)
    .executeTakeFirst();
  return signed?.text_hash === hashOf(agreement) ? "" : agreement;
}

/** Signs the component's contributor agreement, as it reads now, for the caller. */
export async function signAgreement(service: Service, { user }: Caller, component: ComponentRecord): Promise<void> {
  const { id, settings } = component;
  if (user === undefined || settings.agreement === "") return;
  await keepSignature(service, service.database, user.id, { id, agreement: settings.agreement });
}

/** Keeps that a user signed a component's agreement: another text has to be signed anew. */
export async function keepSignature(
  service: Pick<Service, "clock">,
  queries: Queries,
  user: number,
  { id, agreement }: { readonly id: number; readonly agreement: string },
): Promise<void> {
  const signed = { text_hash: hashOf(agreement), timestamp: timestamp(service) };
  await queries
    .insertInto("agreement")
    .values({ user_id: user, component_id: id, ...signed })
    .onConflict((conflict) => conflict.columns(["user_id", "component_id"]).doUpdateSet(signed))
    .execute();
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
