import { complete } from "./contract.ts";
import type { World } from "./world.ts";

export function milestoneAnswer({ settings, apiUrl }: World, number: number | undefined): object | null {
  const milestone = settings.milestones.find((candidate) => candidate.number === number);
  return milestone === undefined ? null : complete("milestone", milestone, apiUrl);
}
