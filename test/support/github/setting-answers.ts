import { complete } from "./contract.ts";
import type { World } from "./world.ts";

export function milestoneAnswer({ settings, apiUrl }: World, number: number | undefined): object | null {
  const milestone = settings.milestones.find((candidate) => candidate.number === number);
  return milestone === undefined ? null : complete("milestone", milestone, apiUrl);
}

export function labelAnswer({ labels, apiUrl }: World, name: string): Record<string, unknown> {
  const label = labels.get(name.toLowerCase());
  return complete("label", { ...label, name: label?.name ?? name }, apiUrl);
}
