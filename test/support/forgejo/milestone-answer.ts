import { notFound, type World } from "./world.ts";

export function milestoneAnswer({ settings }: World, id: number): object {
  const milestone = settings.milestones.find((candidate) => candidate.id === id);
  if (milestone === undefined) throw notFound();
  return { ...milestone };
}
