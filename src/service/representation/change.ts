import type { Change } from "../../contract/resources/change.ts";
import { actionNames } from "../changes/actions.ts";
import { address } from "./address.ts";

/** A change with the names its links are made of. */
export interface ChangeParts {
  readonly id: number;
  readonly unit_id: number | null;
  readonly timestamp: string;
  readonly action: number;
  readonly target: string;
  readonly old: string;
  readonly details: string;
  readonly project: string | null;
  readonly component: string | null;
  readonly language: string | null;
  readonly user: string | null;
  readonly author: string | null;
}

export function representChange(change: ChangeParts, origin: string): Change {
  const { project, component, language } = change;
  // How it is undone is for the pages alone.
  const { undo: _undo, bulk: _bulk, ...details }: Record<string, unknown> = JSON.parse(change.details);
  const hasComponent = project !== null && component !== null;
  return {
    id: change.id,
    unit: change.unit_id === null ? null : address.unit(origin, change.unit_id),
    component: hasComponent ? address.component(origin, project, component) : null,
    translation: hasComponent && language !== null ? address.translation(origin, project, component, language) : null,
    user: change.user === null ? null : address.user(origin, change.user),
    author: change.author === null ? null : address.user(origin, change.author),
    timestamp: change.timestamp,
    action: change.action,
    action_name: actionNames[change.action] ?? "",
    target: change.target,
    old: change.old,
    details,
    url: address.change(origin, change.id),
  };
}
