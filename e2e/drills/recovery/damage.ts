/** What happens around the damage: events that the restored database has lost, and the damage itself. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '../../faults/killable-store.ts';
import { PASSWORD } from '../../support/shop.ts';
import { type Acknowledged, aBuyer } from './buyers.ts';
import type { DrillStore } from './store.ts';

/** Mistakes of an operator, each in one statement. */
const MISTAKES: Record<string, string> = {
  truncate: 'truncate orders cascade',
  drop: 'drop table orders cascade',
  update: 'update stock set received = reserved + sold, available = 0',
};

export const DAMAGES = Object.keys(MISTAKES);

/** `lost`: the acknowledged order that is not in the restored database; its payment is with the provider. */
export type Lost = { target: Date; paidLate: string; lost: Acknowledged; deletedUserId: string };

/**
 * Waits for a whole second, the `target` of the restore, and then lets three things happen that the restored database cannot
 * contain: a payment of an open checkout, a whole purchase by card, and the deletion of an account.
 */
export async function stageLosses(store: DrillStore, variantId: string, erasuresDir: string): Promise<Lost> {
  const [late, buyer, leaver] = await Promise.all([
    aBuyer(store, variantId),
    aBuyer(store, variantId),
    aBuyer(store, variantId),
  ]);
  await leaver.buyByCard();
  const open = await late.openPayment();
  const target = await nextSecond();

  const [verification, lost] = await Promise.all([
    open.pay(),
    buyer.buyByCard(),
    leaver
      .deleteAccount(PASSWORD)
      .then(() =>
        eventually(
          async () => existsSync(join(erasuresDir, `${leaver.id}.json`)),
          'the worker lists the deleted account',
          10_000,
        ),
      ),
  ]);
  return { target, paidLate: verification.razorpay_payment_id, lost, deletedUserId: leaver.id };
}

/** A time in whole seconds, as operators read it from a log, that has passed when this resolves. */
async function nextSecond() {
  const target = Math.ceil(Date.now() / 1_000) * 1_000;
  while (Date.now() <= target) await pause(target + 1 - Date.now());
  return new Date(target);
}

/** Returns when it was committed, by the clock of the database. */
export async function damage({ sql }: DrillStore, kind: string) {
  // Of a deadlock with a purchase, the purchase is the victim: it is noticed after a second.
  await sql.query(`set local deadlock_timeout = '60s'; ${MISTAKES[kind]}`);
  const { rows } = await sql.query<{ now: Date }>('select clock_timestamp() as now');
  return rows[0]?.now ?? new Date();
}
