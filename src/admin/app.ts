import { Hono } from "hono";
import type { Admin } from "./admin.ts";
import { adminDescription } from "./http/description.ts";
import { apiApp } from "./http/api.ts";
import { operations } from "./operations/index.ts";
import { pagesApp } from "./ui/pages.ts";

/** The administration over HTTP, to be mounted at `/admin`: the operations at `/api`, the pages at the rest. */
export function adminApp(admin: Admin): Hono {
  const app = new Hono();
  app.route("/api", apiApp(admin, operations, adminDescription()));
  app.route("/", pagesApp(admin));
  return app;
}
