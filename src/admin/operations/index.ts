import type { Operation } from "../http/operation.ts";
import { login, logout } from "./login.ts";
import { passwordReset } from "./password-reset.ts";
import { userOperations } from "./users.ts";

/** Every operation with what answers it. */
export const operations: readonly Operation[] = [...Object.values(userOperations), passwordReset, login, logout];
