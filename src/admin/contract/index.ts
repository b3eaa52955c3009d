import type { AdminEndpoint } from "./endpoint.ts";
import { auth } from "./endpoints/auth.ts";
import { users } from "./endpoints/users.ts";

/** The whole contract, in the order of the specification. */
export const adminEndpoints: readonly AdminEndpoint[] = [...Object.values(users), ...Object.values(auth)];
