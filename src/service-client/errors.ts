import type { ErrorTable } from "../core/errors.ts";

/** What can go wrong between us and the translation service. The codes are stable: they stand in docs/errors.md. */
export const serviceClientErrors = {
  "IL-S01": {
    title: "The service's address or token cannot be used",
    remedy:
      "Give an https address without user, password, query or fragment (plain http is for loopback only), and the token as the service shows it.",
  },
  "IL-S02": {
    title: "A link leaves the service",
    remedy:
      "Nothing was sent. Correct the address in the mapping, or have the service's administrator correct its site domain and https setting.",
  },
  "IL-S03": {
    title: "The service redirects",
    remedy:
      "Redirects are never followed with a token. Write the address it redirects to into the mapping, if it is yours.",
  },
  "IL-S04": {
    title: "The service does not answer",
    remedy: "Check the address, the network, the proxy variables and the service's status, then run again.",
  },
  "IL-S05": {
    title: "The service asks to wait longer than the run may last",
    remedy: "Run again after the time shown, run less often, or ask the service's administrator for a higher limit.",
  },
  "IL-S06": {
    title: "The service is busy with the component's repository",
    remedy: "Another operation holds it. Run again in a few minutes.",
  },
  "IL-S07": {
    title: "The service rejects the token",
    remedy:
      "The token is wrong, expired, or was revoked or regenerated, or its user is switched off or deleted (the service does so after an expiry date): make a new one in the service and store it as the secret.",
  },
  "IL-S08": {
    title: "The token lacks a permission",
    remedy:
      "Whoever manages the project on the service gives the token's user the permission named, through a team; `project.add` is given by an administrator of the service. Where votes decide what becomes a translation (`suggestion_voting`), every upload needs `unit.override`, which the smallest roles for programs lack.",
  },
  "IL-S09": {
    title: "The component is locked",
    remedy: "Unlock it in the service (Manage → Repository maintenance), or mend what locked it, then run again.",
  },
  "IL-S10": {
    title: "The service has no such object, or the token may not see it",
    remedy: "Check project and component; a private project looks missing to a token that has no access to it.",
  },
  "IL-S11": { title: "The service refuses the request", remedy: "See the service's own words in the message." },
  "IL-S12": {
    title: "The upload method is not available for this translation",
    remedy: "Set another `push.method` in the mapping, or `auto`; the service's reason is in the message.",
  },
  "IL-S13": {
    title: "The service cannot read the uploaded file",
    remedy: "Mend the file, or correct the component's file format on the service.",
  },
  "IL-S14": { title: "The service failed", remedy: "Run again later; if it stays, tell the service's administrator." },
  "IL-S15": {
    title: "The service's answer is not understood",
    remedy:
      "Check the address: it must be the one of a translation service with this API, not of a page or a proxy in front of it.",
  },
  "IL-S16": { title: "The service's answer is larger than the limit", remedy: "Split the component." },
  "IL-S17": {
    title: "The time for the run is over",
    remedy: "Run again: what is done stays done. Allow more time, or bind fewer components.",
  },
  "IL-S18": {
    title: "A background task of the service does not end",
    remedy: "Look at the component's page on the service; run again when it has finished.",
  },
  "IL-S19": {
    title: "The service cannot add the language",
    remedy:
      "Use the service's own code of the language (`pt_BR`, `zh_Hans`), and allow new languages in the component's settings.",
  },
  "IL-S20": {
    title: "The service wants something of the token's user first",
    remedy:
      "This is not a missing permission: the token's user needs an e-mail address, has to agree to the contributor licence, or to set up two-factor authentication. The service's words say which.",
  },
} satisfies ErrorTable;

export type ServiceClientErrorCode = keyof typeof serviceClientErrors;
