import { componentProbes, removalProbes } from "./components.ts";
import { peopleProbes } from "./people.ts";
import { placeProbes } from "./places.ts";
import type { Probe } from "./probe.ts";
import { siteProbes } from "./site.ts";
import { disagreeingProbes, translationProbes } from "./translations.ts";

/** In the order in which both services are asked. */
export const probes: readonly Probe[] = [
  ...peopleProbes,
  ...placeProbes,
  ...componentProbes,
  ...translationProbes,
  ...siteProbes,
  ...disagreeingProbes,
  ...removalProbes,
];

/** What a run that broke off has left on a service that stays. */
export const leftovers: readonly Probe[] = probes.filter(
  ({ method, name, as }) =>
    method === "DELETE" &&
    as === undefined &&
    /^(?:projects|languages|users|groups|roles|component lists): delete/.test(name),
);
