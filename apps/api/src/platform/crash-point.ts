/**
 * Points at which a crash is most critical. A fault test starts a process that kills itself at one of them, to show
 * that nothing is lost or done twice.
 */
export const CRASH_POINTS = {
  C1: 'before anything is reserved',
  C2: 'reserved, before the call to the provider',
  C3: 'provider order created, before its id is stored',
  C4: 'provider order id stored, before the response',
  C6: 'payment verification received, before it is processed',
  C7: 'in the transaction that turns a payment into an order',
  C8: 'paid, before the response',
  C9: 'webhook read, before it is stored',
  C10: 'webhook stored, before the response',
  C11: 'job taken, before it runs',
  C12: 'job done, before that is recorded',
} as const;
export type CrashPoint = keyof typeof CRASH_POINTS;

let armed: string | undefined;

/** Call once at startup; the configuration allows it on localhost only. */
export function armCrashPoint(name: string | undefined) {
  armed = name;
}

export function crashPoint(name: CrashPoint) {
  if (name === armed) process.kill(process.pid, 'SIGKILL');
}
