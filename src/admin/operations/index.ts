import type { Operation } from "../http/operation.ts";
import { bottleneckOperations } from "./bottlenecks.ts";
import { healthOperations } from "./health.ts";
import { login, logout } from "./login.ts";
import { managementOperations } from "./management.ts";
import { mapOperations } from "./maps.ts";
import { passwordReset } from "./password-reset.ts";
import { searchOperations } from "./search.ts";
import { templateOperations } from "./templates.ts";
import { userOperations } from "./users.ts";

/** Every operation with what answers it. */
export const operations: readonly Operation[] = [
  userOperations,
  { passwordReset },
  { login, logout },
  healthOperations,
  managementOperations,
  templateOperations,
  mapOperations,
  searchOperations,
  bottleneckOperations,
].flatMap((group): Operation[] => Object.values(group));
