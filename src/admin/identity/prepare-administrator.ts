import { randomInt } from "node:crypto";
import { note } from "../../records/logs/event-log.ts";
import { present, type Records } from "../../records/records.ts";
import { inTransaction } from "../../store/database.ts";
import { hashPassword } from "../../http-api/passwords.ts";

export interface FirstAdministrator {
  readonly login: number;
  /** To be shown once: only its hash is kept. */
  readonly password: string;
}

/** Without what is mistaken for something else. */
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
const GROUPS = 5;
const LETTERS_OF_GROUP = 5;

/** On the first start there is nobody yet: makes login 1 an administrator. Undefined where there are users. */
export async function prepareAdministrator(records: Records): Promise<FirstAdministrator | undefined> {
  const anybody = await records.database.selectFrom("operator").select("login").limit(1).executeTakeFirst();
  if (anybody !== undefined) return undefined;
  const password = generatedPassword();
  const hash = await hashPassword(password);
  const login = 1;
  const isFirst = await inTransaction(records.database, async (queries) => {
    const { numInsertedOrUpdatedRows } = await queries
      .insertInto("operator")
      .values({
        login,
        name: "Administrator",
        // Reserved for what is no address (RFC 2606): the administrator writes down a real one.
        email: "administrator@interlinear.invalid",
        role: "administrator",
        active: 1,
        password: hash,
        created: present(records),
        last_seen: null,
      })
      // Several processes may start at once.
      .onConflict((conflict) => conflict.column("login").doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  });
  if (!isFirst) return undefined;
  await note(records, { level: "notice", component: "users", message: "Made the first administrator", login });
  return { login, password };
}

/** 123 bits, in groups that can be read aloud. */
export function generatedPassword(): string {
  const group = (): string =>
    Array.from({ length: LETTERS_OF_GROUP }, () => LETTERS.charAt(randomInt(LETTERS.length))).join("");
  return Array.from({ length: GROUPS }, group).join("-");
}
