import { expect, it } from "vitest";
import { startAdmin } from "../../../test/support/admin-server.ts";
import { prepareAdministrator } from "./prepare-administrator.ts";

it("the first start makes login 1 with a password of its own, and a later one makes nobody", async () => {
  await using server = await startAdmin();
  await using other = await startAdmin();

  const { login, password } = server.administrator;
  expect(login).toBe(1);
  expect(password).toMatch(/^[a-z2-9]{5}(?:-[a-z2-9]{5}){4}$/);
  expect(password).not.toBe(other.administrator.password);
  expect(await prepareAdministrator(server.records)).toBeUndefined();
  await server.signIn(server.administrator);
});

it("processes that start at once make one administrator", async () => {
  await using server = await startAdmin();
  await server.records.database.deleteFrom("operator").execute();

  const made = await Promise.all([1, 2, 3].map(() => prepareAdministrator(server.records)));

  const first = made.filter((each) => each !== undefined);
  expect(first).toHaveLength(1);
  await server.signIn(first[0]!);
});
