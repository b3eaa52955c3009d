import { visibleScope } from "../identity/visible.ts";
import type { Caller } from "../identity/permissions.ts";
import type { Service } from "../service.ts";
import { texts } from "../units/unit-row.ts";
import { action } from "./actions.ts";
import { mentionedNames, type SaidComment } from "./mentions.ts";

/** Something that somebody else did, and that a person waits for. */
export interface ForYouEntry {
  readonly id: number;
  readonly timestamp: string;
  /** Who did it; null: the service. */
  readonly username: string | null;
  readonly kind: "accepted" | "changed" | "declined" | "answered" | "mentioned";
  /** The suggestion as it was, or what was said. */
  readonly text: string;
  /** Why a suggestion was declined; "": nobody said. */
  readonly reason: string;
  /** What became of the string; "" where it does not matter. */
  readonly became: string;
  /** Slugs, as addresses have them. */
  readonly project: string;
  readonly component: string;
  readonly language: string;
  readonly unit: number;
}

/** What a suggestion is removed with when somebody saves it with changes. */
export const TAKEN_OVER = "Taken over with changes";

const OWN_CHANGES = 1000;
const LATEST_COMMENTS = 1000;
const SHOWN = 40;

/**
 * Decisions on a person's suggestions, answers where they wrote, and comments that name them, as far as they still see the place: the
 * newest first. What is looked at is bounded, however large the log is.
 */
export async function forYou(service: Service, caller: Caller): Promise<readonly ForYouEntry[]> {
  const { user } = caller;
  if (user === undefined) return [];
  const { readers } = service;
  const { projects, hidden } = await visibleScope(service, caller);
  const own = await readers
    .selectFrom("change")
    .select("unit_id")
    .where("author_id", "=", user.id)
    .where("unit_id", "is not", null)
    .orderBy("id", "desc")
    .limit(OWN_CHANGES)
    .execute();
  const said = await readers
    .selectFrom("comment")
    .select("unit_id")
    .where("user_id", "=", user.id)
    .orderBy("id", "desc")
    .limit(OWN_CHANGES)
    .execute();
  const units = [...new Set([...own, ...said].flatMap(({ unit_id: unit }) => unit ?? []))];
  const sources = await readers
    .selectFrom("unit")
    .select("source_unit_id")
    .distinct()
    .where("id", "in", [0, ...units])
    .execute();
  const mine = new Set([...units, ...sources.flatMap(({ source_unit_id: source }) => source ?? [])]);
  const seen = readers
    .selectFrom("change")
    .innerJoin("project", "project.id", "change.project_id")
    .innerJoin("component", "component.id", "change.component_id")
    .innerJoin("translation", "translation.id", "change.translation_id")
    .innerJoin("language", "language.id", "translation.language_id")
    .innerJoin("unit", "unit.id", "change.unit_id")
    .leftJoin("user", "user.id", "change.user_id")
    .select(["change.id", "change.timestamp", "change.action", "change.target", "change.details", "user.username"])
    .select(["project.slug as project", "component.path as component", "language.code as language"])
    .select(["unit.id as unit", "unit.target as now"])
    .where("project.id", "in", [0, ...projects])
    .$if(hidden.length > 0, (query) => query.where("component.id", "not in", hidden))
    .where((row) => row.or([row("change.user_id", "is", null), row("change.user_id", "<>", user.id)]))
    .orderBy("change.id", "desc");
  const decisions = await seen
    .where("change.author_id", "=", user.id)
    .where("change.action", "in", [action.suggestionAccepted, action.suggestionRemoved])
    .limit(SHOWN)
    .execute();
  const comments = await seen.where("change.action", "=", action.commentAdded).limit(LATEST_COMMENTS).execute();
  const entries = [
    ...decisions.map(({ action: code, details, now, target, ...row }): ForYouEntry => {
      const { rejection_reason: why = "" }: { rejection_reason?: string } = JSON.parse(details);
      const kind = code === action.suggestionAccepted ? "accepted" : why === TAKEN_OVER ? "changed" : "declined";
      const became = kind === "changed" ? texts(now).join("\n") : "";
      return { ...row, kind, text: target, reason: kind === "declined" ? why : "", became };
    }),
    ...comments.flatMap(
      ({ id, timestamp, username, details, target, project, component, language, unit }): ForYouEntry[] => {
        const spoken: SaidComment = { comment: target, ...JSON.parse(details) };
        const kind = mentionedNames(spoken).includes(user.username)
          ? "mentioned"
          : mine.has(unit)
            ? "answered"
            : undefined;
        return kind === undefined
          ? []
          : [
              {
                id,
                timestamp,
                username: spoken.answered_by ?? username,
                kind,
                text: spoken.comment ?? "",
                reason: "",
                became: "",
                project,
                component,
                language,
                unit,
              },
            ];
      },
    ),
  ];
  return entries.toSorted((one, other) => other.id - one.id).slice(0, SHOWN);
}
