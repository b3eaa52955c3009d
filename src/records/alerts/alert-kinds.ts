/** What an alert is about. */
export const alertKinds = [
  /** Runs fail, or deliveries were given up. */
  "failing",
  /** A token is refused, or ends soon. */
  "token",
  /** A component is locked, or a file of it cannot move. */
  "component",
  /** A server hardly allows any requests, or none. */
  "budget",
  /** The disk is nearly full, or full. */
  "disk",
  /** The bot cannot read its own database. */
  "database",
  /** A channel takes no messages: the others are told. */
  "channel",
  /** A service's messages are refused, since they come from another time. */
  "clock",
] as const;
export type AlertKind = (typeof alertKinds)[number];

export type Severity = "warning" | "error";

export function isAlertKind(text: string): text is AlertKind {
  return alertKinds.some((kind) => kind === text);
}
