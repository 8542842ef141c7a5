import { type Finding, fail, formatAge, ok, warn } from './finding.ts';

const WARN_ABOVE_S = 5;
const FAIL_ABOVE_S = 60;

/** `theirMs` was read between the two moments of this machine's clock. */
export function clockFinding(whose: string, theirMs: number, askedMs: number, answeredMs: number): Finding {
  const seconds = Math.abs(theirMs - (askedMs + answeredMs) / 2) / 1_000;
  const action = 'let both synchronize with NTP: codes of two-factor authentication depend on the time.';
  const what = `this machine and ${whose} differ by ${formatAge(seconds)}`;
  if (seconds > FAIL_ABOVE_S) return fail('clock', what, action);
  if (seconds > WARN_ABOVE_S) return warn('clock', what, action);
  return ok('clock', `the same as that of ${whose}`);
}
