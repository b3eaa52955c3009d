import * as z from "zod";

/** `owner/name` as a forge gives it; it goes into addresses, so it is nothing but that. */
export const repositoryName = z.string().regex(/^(?!\.+\/)[A-Za-z0-9._-]+\/(?!\.+$)[A-Za-z0-9._-]+$/);
