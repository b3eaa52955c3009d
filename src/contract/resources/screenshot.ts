import * as z from "zod";
import { lazy, type Value } from "../../http-api/endpoint.ts";
import { link, text } from "../fields.ts";

export const Screenshot = lazy(() =>
  z
    .looseObject({
      id: z.int(),
      name: z.string(),
      /** File of the repository it came from; "" for an uploaded one. */
      repository_filename: text,
      component: link,
      translation: link,
      /** Address of the image. */
      file_url: z.string(),
      /** Addresses of the source strings it shows. */
      units: z.array(z.string()),
      url: link,
    })
    .meta({ id: "Screenshot" }),
);
export type Screenshot = Value<typeof Screenshot>;
