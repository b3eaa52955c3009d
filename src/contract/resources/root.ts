import { z } from "zod";

export const Root = z.looseObject({
  projects: z.string(),
  components: z.string(),
  translations: z.string(),
  languages: z.string(),
});
export type Root = z.output<typeof Root>;
