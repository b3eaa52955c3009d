import { resolve } from "node:path";
import { UserError } from "../core/errors.ts";
import { isPostgresAddress } from "../store/is-postgres.ts";
import type { CommandContext } from "./command.ts";
import type { OptionSpecs, OptionValues } from "./options.ts";

export const dataOption = {
  data: {
    type: "string",
    value: "DIR",
    default: "interlinear-data",
    description: "folder of database and clones (default: interlinear-data)",
  },
} satisfies OptionSpecs;

/** Where a service keeps its data. */
export interface ServiceData {
  /** Absolute. */
  readonly data: string;
  /** `postgres://…`; undefined: SQLite in the folder. */
  readonly databaseUrl: string | undefined;
}

/** @throws {UserError} `IL-D02` where DATABASE_URL is no address */
export function serviceData(
  options: OptionValues,
  { directory, environment }: Pick<CommandContext, "directory" | "environment">,
): ServiceData {
  return { data: resolve(directory, options.text("data") ?? "interlinear-data"), databaseUrl: databaseIn(environment) };
}

function databaseIn({ DATABASE_URL: address = "" }: CommandContext["environment"]): string | undefined {
  if (address === "") return undefined;
  if (isPostgresAddress(address)) return address;
  // The address itself is not shown: it may hold a password.
  throw new UserError("DATABASE_URL is not the address of a PostgreSQL database", {
    code: "IL-D02",
    hint: "It is postgres://USER:PASSWORD@HOST:PORT/DATABASE; without it the database is a file in the data folder.",
  });
}
