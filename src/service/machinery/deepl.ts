import * as z from "zod";
import { answerOf, oneForEach, type Asked, type Send } from "./answer.ts";
import type { Machine } from "./machine.ts";
import { tagMasks } from "./masks.ts";

interface DeepLOptions {
  readonly url: string;
  readonly key: string;
  /** As the API has it; "default": as it comes. */
  readonly formality: string;
  /** What the texts are about; "": nothing is said. */
  readonly context: string;
  /** By its newest models, where they know the languages. */
  readonly isNew: boolean;
}

const Languages = z.array(z.looseObject({ language: z.string() }));
const Usage = z.looseObject({ character_count: z.number(), character_limit: z.number() });
const Translated = z.looseObject({ translations: z.array(z.looseObject({ text: z.string() })) });

/** Keys of the free plan end so, and are good at its own address alone. */
const FREE = ":fx";
export const DEEPL = "https://api.deepl.com/v2";
const DEEPL_FREE = "https://api-free.deepl.com/v2";

/** DeepL's API of version 2, as its OpenAPI description has it. */
export function deepl({ url, key, formality, context, isNew }: DeepLOptions, send: Send): Machine {
  const root = rootOf(url, key);
  const asked: Asked = {
    name: "DeepL",
    secret: key,
    meanings: {
      456: "The quota of this DeepL account is used up. It begins anew with its next month.",
      529: "DeepL takes no more requests now. Try again later.",
    },
  };
  const headers = { authorization: `DeepL-Auth-Key ${key}` };
  const languagesOf = async (type: "source" | "target") => {
    const found = await answerOf(asked, Languages, send(`${root}/languages?type=${type}`, { method: "GET", headers }));
    return found.map(({ language }) => language);
  };
  return {
    name: asked.name,
    masks: tagMasks,
    languages: async () => ({
      sources: await languagesOf("source"),
      targets: await languagesOf("target"),
      from: new Map(),
    }),
    translate: async ({ source, target, texts }) => {
      const { translations } = await answerOf(
        asked,
        Translated,
        send(`${root}/translate`, {
          method: "POST",
          headers: { ...headers, "content-type": "application/json" },
          body: JSON.stringify({
            text: texts,
            source_lang: source,
            target_lang: target,
            tag_handling: "xml",
            ignore_tags: ["x"],
            preserve_formatting: true,
            ...(formality !== "default" && { formality }),
            ...(context !== "" && { context }),
            ...(isNew && { model_type: "prefer_quality_optimized" }),
          }),
        }),
      );
      return oneForEach(
        asked.name,
        texts,
        translations.map(({ text }) => text),
      );
    },
    usage: async () => {
      const { character_count: characters, character_limit: limit } = await answerOf(
        asked,
        Usage,
        send(`${root}/usage`, { method: "GET", headers }),
      );
      return { characters, limit };
    },
  };
}

/** Newer servers of translations name the host alone, older ones a slash at the end. */
function rootOf(url: string, key: string): string {
  const written = url.replace(/\/+$/, "");
  const root = new URL(written).pathname === "/" ? `${written}/v2` : written;
  return root === DEEPL && key.endsWith(FREE) ? DEEPL_FREE : root;
}
