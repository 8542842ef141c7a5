/**
 * Moments at which a crash would hurt most. A fault test starts a process that kills itself at one of them, to show that
 * nothing is lost or done twice.
 */
export const CRASH_POINTS = {
  C1: 'before anything is reserved',
  C2: 'reserved, before the provider is asked',
  C3: 'the provider has made its order, whose id is not kept yet',
  C4: 'kept, before the answer',
  C6: 'a proof of payment has come, before it is read',
  C7: 'in the middle of turning a payment into an order',
  C8: 'paid, before the answer',
  C9: 'a message has been read, before it is kept',
  C10: 'a message is kept, before the answer',
  C11: 'a job has been taken, before it is done',
  C12: 'a job is done, before that is written down',
} as const;
export type CrashPoint = keyof typeof CRASH_POINTS;

let armed: string | undefined;

/** Once, at the start of a process; settings allow it on localhost alone. */
export function armCrashPoint(name: string | undefined) {
  armed = name;
}

export function crashPoint(name: CrashPoint) {
  if (name === armed) process.kill(process.pid, 'SIGKILL');
}
