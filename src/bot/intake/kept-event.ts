import { readPayload, type EventPayload, type ForgeEvent } from "../../automation/event.ts";

/** What is kept of a forge's event until its repository's turn: without the repository's name, which may be another by then. */
export interface KeptEvent {
  /** Of a push: `refs/heads/main`; "" otherwise. */
  readonly ref: string;
  /** Of a push: the branch's commit since then. */
  readonly commit?: string;
  readonly actor: string;
  readonly payload: EventPayload;
}

/** @param name `push`, `pull_request` … @param raw the payload, whatever it holds */
export function keptEvent(name: string, raw: unknown): KeptEvent {
  const payload = readPayload(raw);
  const commit = name === "push" ? commitAfter(raw) : undefined;
  return {
    ref: name === "push" ? (payload.ref ?? "") : "",
    ...(commit === undefined ? {} : { commit }),
    actor: payload.sender?.login ?? "",
    payload,
  };
}

/**
 * The event of a delivery that a forge made, as `jobOf` takes it.
 * @param kept payload of the delivery @param repository `owner/name` as it is now
 */
export function forgeEventOf(
  { event, payload }: { readonly event: string; readonly payload: unknown },
  repository: string,
): ForgeEvent {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `keptEvent` made it, and nobody else writes it
  const kept = payload as KeptEvent;
  return { name: event, repository, ...kept };
}

function commitAfter(raw: unknown): string | undefined {
  if (typeof raw !== "object" || raw === null || !("after" in raw)) return undefined;
  const { after } = raw;
  return typeof after === "string" && /^[0-9a-f]{40}$/.test(after) && !/^0+$/.test(after) ? after : undefined;
}
