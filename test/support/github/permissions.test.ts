import { expect, test } from "vitest";
import { callsOfSources } from "../../../scripts/token-permissions.ts";
import { OPERATIONS } from "./operations.ts";
import { permissionsOf } from "./permissions.ts";

/** With a key of the App's or a code of a manifest, or what every token may read of itself and of accounts. */
const WITHOUT_PERMISSION =
  /^\w+ \/(?:app|app-manifests|installation|users?|rate_limit|repos\/\{owner\}\/\{repo\}\/installation)(?:\/|$)/;

test("every operation of the stand-in stands in GitHub's table of permissions, or needs none", () => {
  const unknown = Object.keys(OPERATIONS).filter(
    (operation) => !WITHOUT_PERMISSION.test(operation) && permissionsOf(operation).length === 0,
  );

  expect(unknown).toEqual([]);
});

test("every call of the sources is one that the stand-in answers by GitHub's table of permissions", async () => {
  const calls = await callsOfSources("all");

  expect(calls.length).toBeGreaterThan(30);
  expect(calls.filter((operation) => !(operation in OPERATIONS))).toEqual([]);
});
