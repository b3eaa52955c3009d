import { expect, it } from "vitest";
import { adminEndpoints } from "./index.ts";
import { successStatusOf } from "../../http-api/endpoint.ts";

/** The specification's table of operations: method, path, summary, success status, tag. */
const specified = [
  ["GET", "/users", "list users", 200, "users"],
  ["POST", "/users", "create a user", 201, "users"],
  ["GET", "/users/{login}", "get a user", 200, "users"],
  ["PUT", "/users/{login}", "update a user", 200, "users"],
  ["PATCH", "/users/{login}", "partially update a user", 200, "users"],
  ["DELETE", "/users/{login}", "delete a user", 200, "users"],
  ["POST", "/users/passwordreset", "reset the password of users", 200, "users"],
  ["GET", "/login", "authenticate a user", 200, "auth"],
  ["GET", "/logout", "deauthenticate a user", 200, "auth"],
  ["GET", "/health/hardware", "access hardware logs", 200, "health"],
  ["GET", "/health/system", "access system event logs", 200, "health"],
  ["GET", "/health/access", "access the access logs", 200, "health"],
  ["POST", "/health/sendtestmail", "send a test e-mail", 200, "health"],
  ["GET", "/management", "get the current system settings", 200, "management"],
  ["PUT", "/management", "update the system settings", 200, "management"],
  ["PATCH", "/management", "partially update the system settings", 200, "management"],
  ["GET", "/templates", "list templates", 200, "templates"],
  ["POST", "/templates", "create a template", 200, "templates"],
  ["GET", "/templates/{id}", "get a template", 200, "templates"],
  ["PUT", "/templates/{id}", "update a template", 200, "templates"],
  ["PATCH", "/templates/{id}", "partially update a template", 200, "templates"],
  ["DELETE", "/templates/{id}", "delete a template", 200, "templates"],
  ["GET", "/maps", "maps", 200, undefined],
  ["GET", "/search", "search", 200, undefined],
  ["GET", "/bottlenecks", "search", 200, undefined],
];

it("has the 25 operations of the specification, each as specified", () => {
  const declared = adminEndpoints.map((each) => [
    each.method,
    each.path,
    each.summary,
    successStatusOf(each),
    each.tag,
  ]);

  expect(declared).toEqual(specified);
});

it("names each operation once", () => {
  expect(new Set(adminEndpoints.map(({ id }) => id)).size).toBe(adminEndpoints.length);
});
