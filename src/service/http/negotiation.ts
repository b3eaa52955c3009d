import { type Format, mediaTypes } from "../../contract/endpoint.ts";
import { refused } from "../../http-api/refusal.ts";
import { notFound } from "./refusal.ts";

interface MediaRange {
  readonly type: string;
  readonly subtype: string;
  readonly quality: number;
}

/**
 * The representation of an answer: `format` in the query overrides the `Accept` header; of what a client accepts equally
 * the more exactly named comes first, then the order in which the endpoint offers them.
 * @throws 404 for a `format` that is not offered (probed), 406 where nothing of `Accept` is
 */
export function chosenFormat(offered: readonly Format[], format: string | null, accept: string | null): Format {
  const chosen = format === null ? acceptedFormat(offered, accept) : offered.find((name) => name === format);
  if (chosen !== undefined) return chosen;
  if (format !== null) throw notFound();
  const detail = "Could not satisfy the request Accept header.";
  throw refused(406, "not_acceptable", detail);
}

/** The same without a refusal: how an error is told. Whoever cannot have what they want gets the first. */
export function formatOfRefusal(offered: readonly Format[], format: string | null, accept: string | null): Format {
  const usable = offered.filter((name) => name !== "openmetrics" && name !== "json-flat");
  return (
    usable.find((name) => name === format) ?? (format === null ? acceptedFormat(usable, accept) : undefined) ?? "json"
  );
}

function acceptedFormat(offered: readonly Format[], accept: string | null): Format | undefined {
  // `json-flat` is JSON as well: only its name chooses it.
  const named = offered.filter((format) => format !== "json-flat");
  const ranges = rangesOf(accept);
  if (ranges.length === 0) return named[0];
  const ranked = named
    .map((format) => ({ format, ...rankOf(mediaTypes[format], ranges) }))
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality || b.exactness - a.exactness);
  return ranked[0]?.format;
}

/** The most exact range that covers a type says its quality. */
function rankOf(mediaType: string, ranges: readonly MediaRange[]): { quality: number; exactness: number } {
  const [type, subtype] = mediaType.split("/");
  let best = { quality: 0, exactness: -1 };
  for (const range of ranges) {
    const exactness =
      range.type === type && range.subtype === subtype
        ? 2
        : range.type === type && range.subtype === "*"
          ? 1
          : range.type === "*" && range.subtype === "*"
            ? 0
            : -1;
    if (exactness > best.exactness) best = { quality: range.quality, exactness };
  }
  return best;
}

/** What is no media range is left out, as if it were not there. */
function rangesOf(accept: string | null): MediaRange[] {
  return (accept ?? "").split(",").flatMap((part) => {
    const [range = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase());
    const [, type, subtype] = /^([\w!#$&^.+*-]+)\/([\w!#$&^.+*-]+)$/.exec(range) ?? [];
    if (type === undefined || subtype === undefined) return [];
    const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    const quality = weight === undefined ? 1 : Number(weight);
    return [{ type, subtype, quality: Number.isFinite(quality) ? Math.min(1, Math.max(0, quality)) : 0 }];
  });
}
