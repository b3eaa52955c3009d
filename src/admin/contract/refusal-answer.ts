import * as z from "zod";

/** Every answer from 400 up. */
export const RefusalAnswer = z
  .strictObject({
    errors: z
      .array(
        z.strictObject({
          code: z.string().describe("One word for programs."),
          detail: z.string().describe("For people."),
          field: z
            .string()
            .nullable()
            .describe("Field of the body or parameter, with dots for places inside; `null`: the whole request."),
        }),
      )
      .min(1),
  })
  .meta({ id: "Refusal" });
