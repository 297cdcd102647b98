/**
 * The processor time of an act, in milliseconds: on a busy machine, what the clock shows is that of
 * others too.
 */
export function cpuMsOf(act: () => void): number {
  const from = process.cpuUsage();
  act();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1000;
}
