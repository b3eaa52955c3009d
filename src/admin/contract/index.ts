import type { AdminEndpoint } from "./endpoint.ts";
import { auth } from "./endpoints/auth.ts";
import { bottlenecks } from "./endpoints/bottlenecks.ts";
import { health } from "./endpoints/health.ts";
import { management } from "./endpoints/management.ts";
import { maps } from "./endpoints/maps.ts";
import { search } from "./endpoints/search.ts";
import { templates } from "./endpoints/templates.ts";
import { users } from "./endpoints/users.ts";

/** The whole contract, in the order of the specification. */
export const adminEndpoints: readonly AdminEndpoint[] = [
  users,
  auth,
  health,
  management,
  templates,
  maps,
  search,
  bottlenecks,
].flatMap((group) => Object.values(group));
