import { readFileSync } from 'node:fs';

/**
 * Points at which a crash is most critical. A process of a fault test kills itself at one of them, to show that nothing
 * is lost or done twice.
 */
type CrashPoint =
  // Before anything is reserved.
  | 'C1'
  // Reserved, before the call to the provider.
  | 'C2'
  // Provider order created, before its id is stored.
  | 'C3'
  // Provider order id stored, before the response.
  | 'C4'
  // Payment verification received, before it is processed.
  | 'C6'
  // In the transaction that turns a payment into an order.
  | 'C7'
  // Paid, before the response.
  | 'C8'
  // Webhook read, before it is stored.
  | 'C9'
  // Webhook stored, before the response.
  | 'C10'
  // Job taken, before it runs.
  | 'C11'
  // Job done, before that is recorded.
  | 'C12'
  // Return stored, before its exchange is reserved.
  | 'R1'
  // Return requested, before the response.
  | 'R2'
  // Returned units in stock, before the return is received.
  | 'R3'
  // Refund of a return stored, before the return is refunded.
  | 'R4'
  // Exchange sold, before the return is completed.
  | 'R5'
  // A step of a return committed, before the response.
  | 'R6';

let file: string | undefined;

/**
 * The file has the name of the crash point, or is empty: a test changes it while the process runs. Call once at startup;
 * the configuration allows it on localhost only.
 */
export function readCrashPointFrom(path: string | undefined) {
  file = path;
}

export function crashPoint(name: CrashPoint) {
  if (file && readFileSync(file, 'utf8') === name) process.kill(process.pid, 'SIGKILL');
}
