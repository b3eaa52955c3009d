import * as z from "zod";
import { answerOf, oneForEach, type Asked, type Send } from "./answer.ts";
import type { Machine } from "./machine.ts";
import { bracketMasks } from "./masks.ts";

interface LibreTranslateOptions {
  /** `https://mt.example.org`, whatever it is mounted at. */
  readonly url: string;
  /** "": the server wants none. */
  readonly key: string;
}

const Languages = z.array(z.looseObject({ code: z.string(), targets: z.array(z.string()).optional() }));
const Translated = z.looseObject({ translatedText: z.union([z.string(), z.array(z.string())]) });

/** LibreTranslate, which people run themselves: `GET /languages`, `POST /translate` (its own documentation of version 1.6). */
export function libreTranslate({ url, key }: LibreTranslateOptions, send: Send): Machine {
  const root = url.replace(/\/+$/, "");
  const asked: Asked = { name: "LibreTranslate", secret: key, meanings: {} };
  return {
    name: asked.name,
    masks: bracketMasks,
    languages: async () => {
      const languages = await answerOf(asked, Languages, send(`${root}/languages`, { method: "GET" }));
      const codes = languages.map(({ code }) => code);
      return {
        sources: codes,
        targets: codes,
        from: new Map(languages.map(({ code, targets }) => [code, targets ?? codes])),
      };
    },
    translate: async ({ source, target, texts }) => {
      const [only] = texts;
      const q = texts.length === 1 ? only : texts;
      const { translatedText } = await answerOf(
        asked,
        Translated,
        send(`${root}/translate`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ q, source, target, format: "text", ...(key !== "" && { api_key: key }) }),
        }),
      );
      const answered = typeof translatedText === "string" ? [translatedText] : translatedText;
      return oneForEach(asked.name, texts, answered);
    },
  };
}
