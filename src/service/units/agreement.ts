import { createHash } from "node:crypto";
import type { ComponentRecord } from "../components/component-settings.ts";
import type { Refusal } from "../../http-api/refusal.ts";
import { denied } from "../http/refusal.ts";
import type { Caller } from "../identity/permissions.ts";
import type { Service } from "../service.ts";
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
  const { agreement } = component.settings;
  if (agreement === "" || caller.user === undefined || caller.user.is_bot === 1) return undefined;
  const signed = await queries
    .selectFrom("agreement")
    .select("text_hash")
    .where("user_id", "=", caller.user.id)
    .where("component_id", "=", component.id)
    .executeTakeFirst();
  if (signed?.text_hash === createHash("sha256").update(agreement).digest("hex")) return undefined;
  return denied("Contributing to this translation requires accepting its contributor license agreement.");
}
