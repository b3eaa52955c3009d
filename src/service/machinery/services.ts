import * as z from "zod";
import { boolean } from "../../contract/fields.ts";
import { deepl, DEEPL } from "./deepl.ts";
import { libreTranslate } from "./libre-translate.ts";
import type { Send } from "./answer.ts";
import type { Machine } from "./machine.ts";

/** A kind of service that a project can have texts translated by. */
export interface MachineService {
  /** As the API names it: `deepl`. */
  readonly id: string;
  readonly name: string;
  /** What it is, and what it costs, for who decides on it. */
  readonly about: string;
  /** What it takes besides the limits that all take. */
  readonly options: z.ZodObject<z.ZodRawShape>;
  readonly needsKey: boolean;
  /** Where it is by itself; "": nowhere. */
  readonly usualUrl: string;
  /** How good its texts are beside the memory's, 0–100, as the real service has them: `threshold` is compared with it. */
  readonly quality: number;
  readonly open: (configuration: MachineConfiguration, send: Send) => Machine;
}

const LONGEST_KEY = 300;

/** Sent in a header: nothing that would end it. */
const key = z
  .string()
  .trim()
  .max(LONGEST_KEY)
  .regex(/^[\x21-\x7E]*$/, "A key has no spaces, and no letters beyond ASCII.");
const url = z
  .string()
  .trim()
  .max(500)
  .refine((address) => /^https?:\/\/[^/?#][^?#]*$/i.test(address) && URL.canParse(address), "Enter a valid URL.");
const limit = (usual: number) =>
  z.coerce
    .number("A whole number is required.")
    .int("A whole number is required.")
    .min(0)
    .max(100_000_000)
    .default(usual);

/** Texts of a project that may go out in one day, in characters. A page of text has about 2,000. */
export const limits = { daily_characters: limit(100_000), daily_characters_person: limit(20_000) };

/** How formal the address is, where the language has such forms. */
export const formalities = ["default", "prefer_more", "prefer_less"] as const;

/** What is set of a service: what its `options` and the `limits` read. */
export interface MachineConfiguration {
  readonly url: string;
  readonly key: string;
  /** Of DeepL alone: how formal, what the texts are about, and whether by its newest models. */
  readonly formality?: string;
  readonly context?: string;
  readonly next_gen?: boolean;
  readonly daily_characters: number;
  readonly daily_characters_person: number;
}

export const machineServices: readonly MachineService[] = [
  {
    id: "libretranslate",
    name: "LibreTranslate",
    about: "Free software that you run yourself: texts stay on your server. Its texts are good for simple sentences.",
    options: z.strictObject({ url, key: key.default(""), ...limits }),
    needsKey: false,
    usualUrl: "",
    quality: 89,
    open: (configuration, send) => libreTranslate(configuration, send),
  },
  {
    id: "deepl",
    name: "DeepL",
    about: "A company's service: it counts characters against your account, and has its own rules for your texts.",
    options: z.strictObject({
      url: url.default(DEEPL),
      key: key.min(1, "This field is required."),
      formality: z.enum(formalities).default("default"),
      context: z.string().trim().max(1000).default(""),
      next_gen: boolean.default(false),
      ...limits,
    }),
    needsKey: true,
    usualUrl: DEEPL,
    quality: 91,
    open: ({ url: address, key: secret, formality = "default", context = "", next_gen: isNew = false }, send) =>
      deepl({ url: address, key: secret, formality, context, isNew }, send),
  },
];

export function machineService(id: string): MachineService | undefined {
  return machineServices.find((each) => each.id === id);
}
