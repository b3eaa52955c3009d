import type { FailedDelivery } from "../../forge/github/github-app.ts";

/**
 * Which attempts GitHub is to make again: one for each event that never arrived here, the oldest first.
 * @param known ids of the events that arrived
 * @param requested attempts that were asked for already: the event is on its way
 * @param most how many are asked for
 */
export function toRedeliver(
  failed: readonly FailedDelivery[],
  known: ReadonlySet<string>,
  requested: ReadonlySet<number>,
  most: number,
): readonly FailedDelivery[] {
  const newest = new Map<string, FailedDelivery>();
  for (const delivery of failed) {
    const other = newest.get(delivery.guid);
    if (other === undefined || other.time < delivery.time) newest.set(delivery.guid, delivery);
  }
  return (
    [...newest.values()]
      // A number that cannot be held exactly would name another delivery.
      .filter(({ id, guid }) => !known.has(guid) && !requested.has(id) && Number.isSafeInteger(id))
      .sort((one, other) => Date.parse(one.time) - Date.parse(other.time))
      .slice(0, most)
  );
}
