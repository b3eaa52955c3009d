/**
 * What the product gives up after some seconds, a machine with other work does not reach in them: histories were "not told" at a load of 17.
 * Here such a limit is one for what hangs. Shorter ones stay: they are of those who look once and go on, and tests wait for them.
 */
const OF_SECONDS = 2_000;
const TIMES = 60;
const MOST = 2 ** 31 - 1;

const timeout = AbortSignal.timeout.bind(AbortSignal);
const isPatient = Symbol.for("interlinear.patient-signals");

// Files of one worker share it.
if (!(isPatient in AbortSignal)) {
  const patient = (milliseconds: number): AbortSignal =>
    timeout(milliseconds < OF_SECONDS ? milliseconds : Math.min(milliseconds * TIMES, MOST));
  Object.assign(AbortSignal, { timeout: patient, [isPatient]: true });
}
