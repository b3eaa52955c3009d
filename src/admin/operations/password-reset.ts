import { note } from "../../records/logs/event-log.ts";
import type { Records } from "../../records/records.ts";
import { currentSettings } from "../../records/settings/current-settings.ts";
import { users } from "../contract/endpoints/users.ts";
import { publicOrigin } from "../../http-api/request.ts";
import { operation } from "../http/operation.ts";
import { invalid } from "../../http-api/refusal.ts";
import { denied } from "../http/refusal.ts";
import { requireTries } from "../identity/attempts.ts";
import { operatorByEmail, operatorByLogin, type Operator } from "../identity/operators.ts";
import { mailPasswordLink, type Mailing } from "../identity/password-reset.ts";

/** Somebody who forgot a password has one address, or a few. */
const MOST_OF_STRANGERS = 5;

export const passwordReset = operation(users.resetPasswords, async ({ admin, caller, body, request }) => {
  const { records } = admin;
  const { limits, publicUrl } = await currentSettings(records);
  const origin = publicOrigin(request, publicUrl);
  const asked = [...new Set(body.users)];
  if (caller?.role !== "administrator") {
    const mails = onlyAddresses(asked);
    await requireTries(records, [{ subject: `reset ${request.address}`, tries: limits.failedLogins }]);
    // After the answer, which takes as long whoever is asked for.
    setImmediate(() => void mailStrangers(records, mails, origin));
    return { requested: asked.length, sent: null };
  }
  const sent = [];
  for (const user of asked) sent.push({ user, ...(await mailTo(records, user, origin)) });
  await note(records, {
    level: "notice",
    component: "users",
    message: "Asked for new passwords of users",
    login: caller.login,
    details: { users: sent.flatMap(({ login }) => login ?? []) },
  });
  return { requested: asked.length, sent };
});

function onlyAddresses(asked: readonly (string | number)[]): string[] {
  const addresses = asked.filter((user) => typeof user === "string");
  if (addresses.length < asked.length)
    throw denied("Only an administrator may name logins: give mail addresses.", "users");
  if (addresses.length > MOST_OF_STRANGERS) {
    throw invalid("users", `Without an administrator's session at most ${String(MOST_OF_STRANGERS)} can be asked for.`);
  }
  return addresses;
}

async function mailStrangers(
  records: Records,
  addresses: readonly string[],
  origin: string | undefined,
): Promise<void> {
  try {
    for (const address of addresses) {
      const { login, accepted, response } = await mailTo(records, address, origin);
      if (login === null || accepted) continue;
      const message = `No link for a new password was mailed: ${response}`;
      await note(records, { level: "warning", component: "mail", message, login });
    }
  } catch (error) {
    records.logger.warning(`No links for new passwords were mailed: ${error instanceof Error ? error.message : ""}`);
  }
}

async function mailTo(
  records: Records,
  user: string | number,
  origin: string | undefined,
): Promise<Mailing & { readonly login: number | null }> {
  const operator = await operatorFor(records, user);
  if (operator === undefined) return { login: null, accepted: false, response: "There is no such user." };
  const occasion = operator.hash === null ? "invitation" : "reset";
  const mailing = await mailPasswordLink(records, operator, { occasion, origin });
  return { login: operator.login, ...mailing };
}

function operatorFor({ database }: Records, user: string | number): Promise<Operator | undefined> {
  return typeof user === "number" ? operatorByLogin(database, user) : operatorByEmail(database, user);
}
