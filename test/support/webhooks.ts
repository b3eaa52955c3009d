import { createHmac, randomUUID } from "node:crypto";
import { createRequire } from "node:module";
import * as z from "zod";

/** A webhook as its sender posts it. */
export interface Webhook {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer>;
}

export const SECRET = "it's a secret to everybody";
/** 24 bytes, as Standard Webhooks have them. */
export const SERVICE_SECRET = `whsec_${Buffer.from("0123456789abcdefghijklmn").toString("base64")}`;

export interface GitHubExample {
  readonly event: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** GitHub's own examples of every event. */
export function githubExamples(): readonly GitHubExample[] {
  const require = createRequire(import.meta.url);
  const events = z
    .array(z.object({ name: z.string(), examples: z.array(z.record(z.string(), z.unknown())) }))
    .parse(require("@octokit/webhooks-examples/api.github.com/index.json"));
  return events.flatMap(({ name, examples }) => examples.map((payload) => ({ event: name, payload })));
}

/** The first example of an event, with other members here and there. */
export function githubExample(event: string, different: object = {}): Readonly<Record<string, unknown>> {
  const found = githubExamples().find((example) => example.event === event);
  return { ...found?.payload, ...different };
}

export interface SignedBy {
  readonly guid?: string;
  readonly secret?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export function fromGitHub(event: string, payload: unknown, by: SignedBy = {}): Webhook {
  const body = textOf(payload);
  return {
    path: by.path ?? "/github/github",
    body,
    headers: {
      "content-type": "application/json",
      "x-github-event": event,
      "x-github-delivery": by.guid ?? randomUUID(),
      "x-hub-signature-256": `sha256=${hex(by.secret ?? SECRET, body)}`,
      ...by.headers,
    },
  };
}

export function fromForgejo(event: string, payload: unknown, by: SignedBy & { readonly brand?: string } = {}): Webhook {
  const body = textOf(payload);
  const brand = by.brand ?? "forgejo";
  return {
    path: by.path ?? "/forgejo/codeberg",
    body,
    headers: {
      "content-type": "application/json",
      [`x-${brand}-event`]: event,
      [`x-${brand}-delivery`]: by.guid ?? randomUUID(),
      [`x-${brand}-signature`]: hex(by.secret ?? SECRET, body),
      ...by.headers,
    },
  };
}

/** @param seconds since 1970, as in the header; what is signed are whole ones */
export function fromService(payload: unknown, seconds: number, by: SignedBy = {}): Webhook {
  const body = textOf(payload);
  const id = by.guid ?? randomUUID();
  return {
    path: by.path ?? "/service/main",
    body,
    headers: {
      "content-type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": String(seconds),
      "webhook-signature": standardSignature(
        by.secret ?? SERVICE_SECRET,
        `${id}.${String(Math.floor(seconds))}.`,
        body,
      ),
      ...by.headers,
    },
  };
}

/** `v1,…` of what is signed. @param before id and time, each with its dot */
export function standardSignature(secret: string, before: string, body: Webhook["body"]): string {
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  return `v1,${createHmac("sha256", key).update(before).update(body).digest("base64")}`;
}

function textOf(payload: unknown): Webhook["body"] {
  return typeof payload === "string" || payload instanceof Uint8Array ? bodyOf(payload) : JSON.stringify(payload);
}

function bodyOf(payload: string | Uint8Array): Webhook["body"] {
  return typeof payload === "string" ? payload : Uint8Array.from(payload);
}

function hex(secret: string, body: Webhook["body"]): string {
  return createHmac("sha256", secret).update(body).digest("hex");
}
