import { measureIntake, measureProbot } from "./bot-intake.ts";
import { measureMany } from "./bot-many.ts";
import { measureRoundTrip } from "./bot-round-trip.ts";
import type { Measurement } from "./row.ts";

const INTAKE = { deliveries: 3_000, repositories: 50, sideBySide: 16 } as const;
const CORES = 2;
const MANY = { repositories: 100, components: 20, languages: 3, strings: 20 } as const;

/** How quick the bot takes deliveries, how long it is from an event to its effect, and what many repositories need. */
export async function bot(): Promise<readonly Measurement[]> {
  const intake = await measureIntake(INTAKE);
  const probot = await measureProbot(INTAKE);
  const peerNote = "checks the signature, and keeps nothing";
  const beside = { peerNote } as const;
  const trip = await measureRoundTrip();
  const many = await measureMany(MANY);
  const { cost } = many;
  const alone = { peer: undefined } as const;
  const of = `of ${String(MANY.repositories)} repositories × ${String(MANY.components)} components`;
  return [
    {
      ...beside,
      name: "processor for a delivery",
      unit: "ms",
      ours: hundredths(intake.processor),
      peer: hundredths(probot?.processor),
    },
    {
      ...beside,
      name: "deliveries accepted",
      unit: "a second",
      ours: Math.round(intake.perSecond),
      peer: probot && Math.round(probot.perSecond),
    },
    {
      ...beside,
      name: "answer to a delivery, p50",
      unit: "ms",
      ours: rounded(intake.p50),
      peer: probot && rounded(probot.p50),
    },
    // GitHub gives up after ten seconds, and does not try again.
    {
      ...beside,
      name: "answer to a delivery, p99",
      unit: "ms",
      ours: rounded(intake.p99),
      peer: probot && rounded(probot.p99),
      goal: { atMost: 1_000 },
    },
    {
      ...alone,
      name: "push to strings on the service",
      unit: "s",
      ours: rounded(trip.pushToService),
      goal: { atMost: 60 },
    },
    {
      ...alone,
      name: "order in a comment to pull request",
      unit: "s",
      ours: rounded(trip.orderToPull),
      goal: { atMost: 60 },
    },
    {
      ...alone,
      name: "saved translation to pull request, without the pause",
      unit: "s",
      ours: rounded(trip.savedToPull - trip.pause),
      goal: { atMost: 8 },
    },
    { ...alone, name: "pause after a save", unit: "s", ours: rounded(trip.pause) },
    {
      ...alone,
      name: "save that completes a language to pull request, with the pause",
      unit: "s",
      ours: rounded(trip.doneToPull),
      goal: { atMost: 10 },
    },
    { ...alone, name: `runs, ${of}`, unit: "a minute", ours: Math.round(many.runsPerMinute), goal: { atLeast: 200 } },
    { ...alone, name: "of the runs that were asked for, done in 150 s", unit: "%", ours: Math.round(many.share * 100) },
    { ...alone, name: "requests to GitHub for a run", unit: "requests", ours: rounded(many.requests.gitHub) },
    { ...alone, name: "requests to the service for a run", unit: "requests", ours: rounded(many.requests.service) },
    // On the same cores as what they run against, which people's bots do not have.
    {
      ...alone,
      name: "runs that this processor's time allows on two cores, without the stand-ins",
      unit: "a minute",
      ours: cost && Math.round((CORES * 60_000) / (cost.server + cost.jobs + cost.git)),
    },
    {
      ...alone,
      name: "processor for a run, of all processes of the bot",
      unit: "ms",
      ours: cost && Math.round(cost.server + cost.jobs + cost.git),
    },
    { ...alone, name: "of it, of the process that takes webhooks", unit: "ms", ours: cost && Math.round(cost.server) },
    { ...alone, name: "of it, of the processes that do jobs", unit: "ms", ours: cost && Math.round(cost.jobs) },
    { ...alone, name: "of it, of git", unit: "ms", ours: cost && Math.round(cost.git) },
    {
      ...alone,
      name: "processor for a run of the stand-ins for GitHub and the service, on the same cores",
      unit: "ms",
      ours: cost && Math.round(cost.standIns),
    },
    {
      ...alone,
      name: "most memory of the process that takes webhooks",
      unit: "MB",
      ours: cost && Math.round(cost.peakBytes / 1e6),
      goal: { atMost: 500 },
    },
    {
      ...alone,
      name: "most memory of a process that does jobs",
      unit: "MB",
      ours: cost && Math.round(cost.jobPeakBytes / 1e6),
    },
  ];
}

function rounded(value: number): number {
  return Number(value.toFixed(1));
}

function hundredths(value: number | undefined): number | undefined {
  return value === undefined ? undefined : Number(value.toFixed(2));
}
