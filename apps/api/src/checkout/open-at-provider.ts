import { checkoutMessages } from '@shop/contracts/checkout/messages';
import { StoredCheckoutStarted } from '@shop/contracts/checkout/schema';
import { type PaymentProvider, ProviderError, ProviderUnavailable } from '#platform/clients/payment-provider.ts';
import { crashPoint } from '#platform/crash-point.ts';
import type { Db } from '#platform/database/db.ts';
import { claimKey, type KeyedCall, storeResponse } from '#platform/http/idempotency.ts';
import { clearProviderRequest, isOpenOrCompleted, lockUnopened, updateProviderOrder } from './queries.ts';
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
    const response = await db.transaction((tx) =>
      storeProviderOrder(tx, provider.keyId, call, reserved, providerOrder.id),
    );
    crashPoint('C4');
    return response;
  } catch (error) {
    if (error instanceof ProviderError) {
      await db.transaction((tx) => releaseUnopened(tx, id));
      throw chargeRejected(error);
    }
    await clearProviderRequest(db, id);
    if (error instanceof ProviderUnavailable) throw providerUnavailable(checkoutMessages.providerFailed);
    throw error;
  }
}

/** Another process that resumed the checkout may have opened it since: then it can be paid, and stays. */
async function releaseUnopened(tx: Db, id: string) {
  if (await lockUnopened(tx, id)) await releaseCheckouts(tx, [id], 'cancelled');
}

/** Locks the idempotency key before the checkout, like its start: a repeated call waits, without a deadlock. */
async function storeProviderOrder(
  tx: Db,
  keyId: string,
  call: KeyedCall,
  reserved: ReservedCheckout,
  openedOrderId: string,
) {
  const before = await findStoredResponse(tx, call);
  if (before) return before;

  const providerOrderId = await updateProviderOrder(tx, reserved.id, openedOrderId);
  if (!providerOrderId) throw superseded();
  const response = windowFor(keyId, reserved, providerOrderId);
  await storeResponse(tx, call, response);
  return response;
}

/**
 * Claims the idempotency key and returns its stored response. A response whose checkout has ended (expired or replaced)
 * counts as none: paying for it would end in a refund, so the call proceeds as a new one and overwrites the response.
 */
export async function findStoredResponse(tx: Db, call: KeyedCall) {
  const before = await claimKey(tx, call);
  if (before === undefined) return undefined;
  const response = StoredCheckoutStarted.parse(before);
  return (await isOpenOrCompleted(tx, response.checkoutId)) ? response : undefined;
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
