import { KeptCheckoutStarted } from '@shop/contracts/checkout';
import { checkoutMessages } from '@shop/contracts/checkout-texts';
import type { Db } from '#db.ts';
import { crashPoint } from '#platform/crash-point.ts';
import { begin, finish, type KeyedCall } from '#platform/idempotency.ts';
import { type PaymentProvider, ProviderRefusal, ProviderUnavailable } from '#platform/payment-provider.ts';
import { isOpenOrCompleted, lockUnopened, updateAskedInVain, updateProviderOrder } from './queries.ts';
import { release } from './queries-stock.ts';
import { type CheckoutTerms, chargeRefused, providerUnavailable, superseded } from './rules.ts';

export type CheckoutTools = { db: Db; provider: PaymentProvider };

/** What is held, and for which the provider is yet to open its order. */
export type Reserved = { id: string; terms: CheckoutTerms; askedBefore: boolean };

/**
 * No transaction is open while the provider is asked. Whatever happens here, the stock stays reserved and may be paid for,
 * unless the provider refuses the charge.
 */
export async function openAtProvider({ db, provider }: CheckoutTools, call: KeyedCall, held: Reserved) {
  const { id, askedBefore, terms } = held;
  const { chargeMinor: amountMinor, chargeCurrency: currency } = terms;
  crashPoint('C2');
  try {
    const made = await provider.openOrder({ receipt: id, amountMinor, currency, askedBefore });
    crashPoint('C3');
    const answer = await db.transaction((tx) => keepOrder(tx, provider.keyId, call, held, made.id));
    crashPoint('C4');
    return answer;
  } catch (error) {
    if (error instanceof ProviderRefusal) {
      await db.transaction((tx) => releaseUnopened(tx, id));
      throw chargeRefused(error);
    }
    await updateAskedInVain(db, id);
    if (error instanceof ProviderUnavailable) throw providerUnavailable(checkoutMessages.providerFailed);
    throw error;
  }
}

/** Another process that resumed the checkout may have opened it meanwhile: then it can be paid, and stays. */
async function releaseUnopened(tx: Db, id: string) {
  if (await lockUnopened(tx, id)) await release(tx, [id], 'cancelled');
}

/** The key comes before the checkout, as where it was started: a call that repeats this one waits, and no two for each other. */
async function keepOrder(tx: Db, keyId: string, call: KeyedCall, held: Reserved, made: string) {
  const before = await answerBefore(tx, call);
  if (before) return before;

  const providerOrderId = await updateProviderOrder(tx, held.id, made);
  if (!providerOrderId) throw superseded();
  const answer = windowFor(keyId, held, providerOrderId);
  await finish(tx, call, answer);
  return answer;
}

/**
 * Takes the key, and gives the answer it got before. An answer whose checkout is over (expired, or given up for another)
 * counts as none: paying for it would end in a refund, so the call proceeds as a new one and overwrites the answer.
 */
export async function answerBefore(tx: Db, call: KeyedCall) {
  const before = await begin(tx, call);
  if (before === undefined) return undefined;
  const answer = KeptCheckoutStarted.parse(before);
  return (await isOpenOrCompleted(tx, answer.checkoutId)) ? answer : undefined;
}

/** What the provider's window needs. */
export const windowFor = (key: string, { id, terms }: Pick<Reserved, 'id' | 'terms'>, providerOrderId: string) => ({
  checkoutId: id,
  order: { id: providerOrderId, amount: terms.chargeMinor, currency: terms.chargeCurrency },
  key,
});
