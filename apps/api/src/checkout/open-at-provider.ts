import { checkoutMessages } from '@shop/contracts/checkout/messages';
import { type CheckoutStarted, StoredCheckoutStarted } from '@shop/contracts/checkout/schema';
import { type PaymentProvider, ProviderError, ProviderUnavailable } from '#platform/clients/payment-provider.ts';
import { crashPoint } from '#platform/crash-point.ts';
import type { Db } from '#platform/database/db.ts';
import { sendWithCommit } from '#platform/database/transaction.ts';
import { claimOf, type KeyedCall, lockKey, storeFirstResponse, storeResponse } from '#platform/http/idempotency.ts';
import {
  clearProviderRequest,
  findRemainingSeconds,
  isOpenOrCompleted,
  isOpenWith,
  lockUnopened,
  updateProviderOrder,
} from './queries.ts';
import { releaseCheckouts } from './release.ts';
import { type CheckoutTerms, chargeRejected, providerUnavailable, superseded } from './rules.ts';

export type CheckoutTools = { db: Db; provider: PaymentProvider };

/** A checkout with reserved stock whose order at the provider is yet to be opened. */
export type ReservedCheckout = { id: string; terms: CheckoutTerms; requestedBefore: boolean };

/**
 * No transaction is open during the provider request. Whatever happens here, the stock stays reserved and can be paid
 * for, unless the provider rejects the charge.
 */
export async function openAtProvider({ db, provider }: CheckoutTools, call: KeyedCall, reserved: ReservedCheckout) {
  const { id, requestedBefore, terms } = reserved;
  const { chargeMinor: amountMinor, chargeCurrency: currency } = terms;
  crashPoint('C2');
  try {
    const providerOrder = await provider.openOrder({ receipt: id, amountMinor, currency, requestedBefore });
    crashPoint('C3');
    const response =
      (await storeFirstProviderOrder(db, provider.keyId, call, reserved, providerOrder.id)) ??
      (await db.transaction((tx) => storeProviderOrder(tx, provider.keyId, call, reserved, providerOrder.id)));
    crashPoint('C4');
    return response;
  } catch (error) {
    if (error instanceof ProviderError) {
      await db.transaction((tx) => releaseUnopened(tx, id));
      throw chargeRejected(error);
    }
    await db.run(clearProviderRequest(id));
    if (error instanceof ProviderUnavailable) throw providerUnavailable(checkoutMessages.providerFailed);
    throw error;
  }
}

/** Another process that resumed the checkout may have opened it since: then it can be paid, and stays. */
async function releaseUnopened(tx: Db, id: string) {
  if (await lockUnopened(tx, id)) await releaseCheckouts(tx, [id], 'cancelled');
}

/** In one round trip. Undefined if the checkout was opened with another provider order, or has ended. */
async function storeFirstProviderOrder(
  db: Db,
  keyId: string,
  call: KeyedCall,
  reserved: ReservedCheckout,
  openedOrderId: string,
) {
  const response = windowFor(keyId, reserved, openedOrderId);
  const { results } = await db.transaction(async (tx) =>
    sendWithCommit(tx, {
      key: lockKey(call),
      opened: updateProviderOrder(reserved.id, openedOrderId),
      stored: storeFirstResponse(call, response, isOpenWith(reserved.id, openedOrderId)),
    }),
  );
  const { opened, stored } = await results;
  return opened && stored === 1 ? { ...response, secondsRemaining: opened.secondsRemaining } : undefined;
}

/** Locks the idempotency key before the checkout, like its start: a repeated call waits, without a deadlock. */
async function storeProviderOrder(
  tx: Db,
  keyId: string,
  call: KeyedCall,
  reserved: ReservedCheckout,
  openedOrderId: string,
) {
  const before = await findLiveResponse(tx, claimOf(call, await tx.run(lockKey(call))).response);
  if (before) return withTimeLeft(tx, before);

  const opened = await tx.run(updateProviderOrder(reserved.id, openedOrderId));
  if (!opened) throw superseded();
  const response = windowFor(keyId, reserved, opened.providerOrderId);
  sendWithCommit(tx, { key: storeResponse(call, response) });
  return { ...response, secondsRemaining: opened.secondsRemaining };
}

/**
 * A stored response whose checkout has ended (expired or replaced) counts as none: paying for it would end in a refund,
 * so the call proceeds as a new one and overwrites the response.
 */
export async function findLiveResponse(tx: Db, stored: unknown) {
  if (stored === undefined) return undefined;
  const response = StoredCheckoutStarted.parse(stored);
  return (await isOpenOrCompleted(tx, response.checkoutId)) ? response : undefined;
}

/** The time left changes from one response to the next, so it is not stored. */
export async function withTimeLeft(db: Db, response: StoredCheckoutStarted): Promise<CheckoutStarted> {
  if ('placed' in response) return response;
  return { ...response, secondsRemaining: await findRemainingSeconds(db, response.checkoutId) };
}

/** What the provider's payment window needs. */
export const windowFor = (
  key: string,
  { id, terms }: Pick<ReservedCheckout, 'id' | 'terms'>,
  providerOrderId: string,
) => ({
  checkoutId: id,
  order: { id: providerOrderId, amount: terms.chargeMinor, currency: terms.chargeCurrency },
  key,
});
