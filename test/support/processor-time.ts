/** Milliseconds that processors worked for this process meanwhile: what else the machine has to do does not count. */
export function processorTime(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
