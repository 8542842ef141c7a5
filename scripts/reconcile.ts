/** `npm run shop -- reconcile --since DATE`: compares the provider's payments with ours, and finalizes missed ones. */
import { parseArgs } from 'node:util';
import { formatCharge } from '@shop/contracts/common/money';
import { differenceLabels } from '@shop/contracts/payments/admin-messages';
import { type OurPayment, type ReconciledPayment, reconcileSince } from '../apps/api/src/checkout/reconcile-since.ts';
import { connectProvider } from '../apps/api/src/platform/clients/payment-provider.ts';
import { readConfig } from '../apps/api/src/platform/config.ts';
import type { Db } from '../apps/api/src/platform/database/db.ts';

/** Throws when a difference is left open, so that the command fails. */
export async function reconcile(db: Db, args: string[]) {
  const since = readSince(args);
  const log = { warn: console.error, error: console.error };
  const provider = connectProvider(readConfig(process.env).payment, log);

  const { payments, open, faults } = await reconcileSince({ db, provider, log }, since);

  console.log(`${payments.length} payments at the provider since ${since.toISOString()}:`);
  for (const payment of payments) console.log(lineFor(payment));
  const finalizedCount = payments.filter(wasFinalized).length;
  console.log(`${finalizedCount} of them had been missed and are settled now.`);
  for (const { kind, reference } of open)
    console.log(`OPEN     ${reference}  ${kind}: ${differenceLabels[kind] ?? ''}`);
  for (const fault of faults) console.log(`FAILED   ${fault}`);
  if (faults.length > 0) throw new Error('Some payments could not be settled this time. Please run it again.');
  if (open.length > 0) throw new Error(`Left open: ${open.length}. Please look at them on /admin/payments.`);
}

/** The day of `--since`. */
export function readSince(args: string[]) {
  const { values } = parseArgs({ args, options: { since: { type: 'string' } } });
  const since = new Date(values.since ?? '');
  if (Number.isNaN(since.getTime()) || since > new Date())
    throw new Error('A date in the past is required: --since 2026-11-01');
  return since;
}

/** A captured payment without an order is left to staff. */
const wasFinalized = ({ before, after }: ReconciledPayment) =>
  after !== undefined && before?.status !== after.status && (after.status !== 'captured' || after.orderNumber !== null);

function lineFor(payment: ReconciledPayment) {
  const { theirs, before, after } = payment;
  const money = formatCharge(theirs.amountMinor, theirs.currency);
  const ours = wasFinalized(payment)
    ? `${describePayment(before)}, now ${describePayment(after)}`
    : describePayment(after);
  return `${wasFinalized(payment) ? 'SETTLED' : 'same   '}  ${theirs.id}  ${theirs.status} ${money}, here ${ours}`;
}

function describePayment(ours: OurPayment | undefined) {
  if (!ours) return 'not known';
  if (ours.orderNumber) return `${ours.status} for order #${ours.orderNumber}`;
  return ours.status === 'captured' ? 'captured without an order' : ours.status;
}
