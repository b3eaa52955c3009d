import * as z from "zod";
import { lazy, type Value } from "../../http-api/endpoint.ts";

/**
 * Every answer from 400 up. `errors` is the common format since 5.10; `detail` is the plain text of the specification and
 * the only member older servers send. The embedded service sends both.
 */
export const ServiceError = lazy(() =>
  z
    .looseObject({
      type: z.enum(["validation_error", "client_error", "server_error"]).optional(),
      errors: z.array(z.looseObject({ code: z.string(), detail: z.string(), attr: z.string().nullish() })).optional(),
      detail: z.string().optional(),
    })
    .meta({ id: "ServiceError" }),
);
export type ServiceError = Value<typeof ServiceError>;
