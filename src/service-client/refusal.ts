import { STATUS_CODES } from "node:http";
import { isRecord, jsonIn } from "../core/json.ts";
import { RemoteError } from "../core/errors.ts";
import type { Redactor } from "../core/redaction.ts";
import type { ServiceClientErrorCode } from "./errors.ts";
import { meantStatus } from "./retry.ts";
import type { Answer } from "./transport.ts";

/** What was asked, for the sentence about its refusal. */
export interface Request {
  /** Completes "The service refused to …" and "could not …": `read the lock of acme/app`. */
  readonly what: string;
  /** What the token's user needs for it, in words: "upload.perform and unit.edit". */
  readonly needs?: string;
  /** The service's status for it is known by other means. */
  readonly locked?: boolean;
}

/** The service's own words about an error, fit for one line of ours. */
export interface Words {
  readonly text: string;
  /** The field that the first error is about. */
  readonly attribute: string | undefined;
  readonly code: string | undefined;
}

const LONGEST = 400;

/** Reads every form of error body in use: `{type, errors}`, `{detail}`, `{field: [..]}`; of a page nothing is repeated. */
export function wordsOf(answer: Answer, redactor: Redactor): Words {
  const errors = errorsOf(answer);
  const text = errors
    .map(({ attribute, detail }) => (attribute === undefined ? detail : `${attribute}: ${detail}`))
    .join(" · ");
  const clean = redactor.redact(text.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, " ").trim());
  return {
    text: clean.length > LONGEST ? `${clean.slice(0, LONGEST)}…` : clean,
    attribute: errors[0]?.attribute,
    code: errors[0]?.code,
  };
}

interface ErrorEntry {
  readonly detail: string;
  readonly attribute: string | undefined;
  readonly code: string | undefined;
}

function errorsOf(answer: Answer): readonly ErrorEntry[] {
  const body = jsonIn(answer.body);
  if (!isRecord(body)) return [];
  if (Array.isArray(body["errors"])) {
    return body["errors"].filter(isRecord).map((error) => ({
      detail: textOf(error["detail"]),
      attribute: optionalText(error["attr"]),
      code: optionalText(error["code"]),
    }));
  }
  const plain = optionalText(body["detail"]) ?? optionalText(body["error"]);
  if (plain !== undefined) return [{ detail: plain, attribute: undefined, code: undefined }];
  return Object.entries(body).map(([attribute, detail]) => ({
    detail: textOf(detail),
    attribute: attribute === "non_field_errors" ? undefined : attribute,
    code: undefined,
  }));
}

function optionalText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(" ");
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

/** A locked component is refused with 403 like a missing permission; only the text tells them apart (probe §3). */
export function saysLocked(answer: Answer, redactor: Redactor): boolean {
  return answer.status === 403 && /\blocked\b/i.test(wordsOf(answer, redactor).text);
}

/** Turns an answer from 400 up into the error that says what to do. */
export function refusal(answer: Answer, request: Request, redactor: Redactor): RemoteError {
  const words = wordsOf(answer, redactor);
  const status = meantStatus(answer);
  const { code, hint } =
    answer.status === 400 && status >= 500 ? FAILED_IN_WORDS : diagnose({ ...answer, status }, words, request);
  const said = words.text === "" ? (STATUS_CODES[answer.status] ?? "no reason given") : `“${words.text}”`;
  const verb = status === 423 || status >= 500 ? "could not" : "refused to";
  return new RemoteError(`The service ${verb} ${request.what} (${String(answer.status)}): ${said}`, {
    code,
    hint,
    status: answer.status,
  });
}

const API = "`/api/`";

/** A browser would show it: no service answers so below its API. */
function isPage({ contentType }: Answer): boolean {
  return contentType.includes("html");
}

interface Diagnosis {
  readonly code: ServiceClientErrorCode;
  readonly hint: string;
}

/** With 400 a service tells failures of its own that a text in the file may lead to. */
const FAILED_IN_WORDS: Diagnosis = {
  code: "IL-S14",
  hint: "The service failed. Run again later: what is done stays done. If it stays so, the service's log tells why, or which text it is.",
};

function diagnose(answer: Answer, words: Words, request: Request): Diagnosis {
  switch (answer.status) {
    case 400:
      return invalid(words);
    case 401:
      return { code: "IL-S07", hint: rejectedHint(answer, words) };
    case 403:
      return isPage(answer)
        ? {
            code: "IL-S08",
            hint: `The answer is a page, not the API's: check the service's address, and let ${API} through a firewall or a proxy in front of it.`,
          }
        : forbidden(words, request);
    case 404:
      return {
        code: "IL-S10",
        hint: isPage(answer)
          ? "The answer is a page, not the API's: check the service's address in the mapping."
          : "It does not exist, or the token may not see it: a private project looks missing to others.",
      };
    case 413:
      return {
        code: "IL-S13",
        hint: "The file is larger than the service or a proxy in front of it takes. Split the component, or raise the limit.",
      };
    case 423:
      return {
        code: "IL-S06",
        hint: "Another operation holds the component's repository. Run again in a few minutes.",
      };
    case 429:
      return {
        code: "IL-S05",
        hint: "Too many requests for this token. Run again later, or ask for a higher limit.",
      };
    default:
      return answer.status >= 500
        ? {
            code: "IL-S14",
            hint: "The service or a proxy in front of it failed. Run again later: what is done stays done.",
          }
        : { code: "IL-S11", hint: "See the service's own words." };
  }
}

function rejectedHint(answer: Answer, { text }: Words): string {
  if (isPage(answer)) {
    return `The answer is a page, not the API's: a server in front of the service wants a password of its own, which Interlinear has no place for. Let ${API} through there.`;
  }
  // A daily task of the service does so (release 5.14.3 and 2026.10.1): a token has no expiry of its own there.
  if (/\binactive\b/i.test(text)) {
    return "The token's user is switched off or deleted (the service does so after an expiry date). Make a new token and store it as the secret.";
  }
  return "The token was rejected: it is wrong, expired, or was revoked or regenerated. Make a new one in the service and store it as the secret.";
}

/** What the service wants of an account, in its own words, before any permission counts (facts, uploads). */
const wantedOfAccounts: readonly { readonly says: RegExp; readonly hint: string }[] = [
  {
    says: /e-?mail address/i,
    hint: "The token's user has no e-mail address. Ask an administrator of the service to add one, or to make a project token, whose user has one. No permission is missing.",
  },
  {
    says: /licen[cs]e agreement|contributor agreement/i,
    hint: "The token's user has not agreed to the contributor licence. Sign in as that user and agree on the component's page, or use a project token. No permission is missing.",
  },
  {
    says: /two-factor/i,
    hint: "The project requires two-factor authentication for the token's user. Sign in as that user and set it up, or use a project token. No permission is missing.",
  },
];

const WHERE_VOTES_DECIDE =
  "Votes decide there what becomes a translation. The token's user needs unit.override, or the component's suggestion_voting has to be off.";

function forbidden({ text }: Words, { locked, needs }: Request): Diagnosis {
  if (locked === true || /\blocked\b/i.test(text)) {
    return {
      code: "IL-S09",
      hint: "The component is locked for translation. Unlock it in the service, then run again.",
    };
  }
  if (/only (accepts )?suggestions/i.test(text)) return { code: "IL-S08", hint: WHERE_VOTES_DECIDE };
  const wanted = wantedOfAccounts.find(({ says }) => says.test(text));
  if (wanted !== undefined) return { code: "IL-S20", hint: wanted.hint };
  const wants = needs === undefined ? "" : ` This needs ${needs}.`;
  const hint = `The token's user probably lacks a permission.${wants} ${whoGives(needs)}`;
  return { code: "IL-S08", hint };
}

/** All but `project.add` count within a project, which does not exist yet where that one is missing (facts, permissions). */
function whoGives(needs: string | undefined): string {
  const giver =
    needs === "project.add" ? "An administrator of the service" : "Whoever manages the project on the service";
  return `${giver} can give it, through a team.`;
}

function invalid(words: Words): Diagnosis {
  switch (words.attribute) {
    case "method":
    case "conflicts":
    case "fuzzy":
      return {
        code: "IL-S12",
        hint: "Set another `push.method` in the mapping, or `auto`, or change the component's settings as the service's words say.",
      };
    case "file":
      return {
        code: "IL-S13",
        hint: "The service could not use the file. Mend it, or correct the component's file format on the service.",
      };
    case "language_code":
      return {
        code: "IL-S19",
        hint: "Use the service's own code (`pt_BR`, `zh_Hans`), and check that the component's settings allow new languages.",
      };
    case undefined:
    default:
      return { code: "IL-S11", hint: "See the service's own words." };
  }
}
