import { checkoutMessages } from '@shop/contracts/checkout/messages';
import { DomainError } from '#platform/errors.ts';
import { type ClientUnits, isPlacedAtOnce, type NewCheckout, type Unpaid } from './rules.ts';

/**
 * Rejects a checkout with which the customer, or the delivery address, would have more reserved or unpaid than the
 * store settings allow.
 */
export function assertWithinLimits(unpaid: Unpaid, clientUnits: ClientUnits[], newCheckout: NewCheckout) {
  assertUnits(unpaid, newCheckout);
  if (!isPlacedAtOnce(newCheckout.terms)) assertClientUnits(unpaid, clientUnits, newCheckout);
  if (newCheckout.terms.paymentMethod === 'cod') assertUnpaidOrders(unpaid);
  else if (!isPlacedAtOnce(newCheckout.terms)) assertOpenCheckouts(unpaid);
}

type Code = 'unit_limit' | 'order_limit' | 'client_limit';
const CODES: string[] = ['unit_limit', 'order_limit', 'client_limit'] satisfies Code[];
const limitReached = (code: Code, message: string) => new DomainError('conflict', code, message);
export const isOverLimit = (error: unknown) => error instanceof DomainError && CODES.includes(error.code);

function assertUnits({ units, limits }: Unpaid, { lines }: NewCheckout) {
  for (const scope of ['customer', 'address'] as const) {
    const taken = new Map(units.filter((it) => it.scope === scope).map((it) => [it.variantId, it.units]));
    for (const { variantId, quantity, name } of lines) {
      if ((taken.get(variantId) ?? 0) + quantity > limits.unitsPerVariant)
        throw limitReached('unit_limit', checkoutMessages.variantLimit[scope](limits.unitsPerVariant, name));
    }
    const counts = [...taken.values(), ...lines.map(({ quantity }) => quantity)];
    if (counts.reduce((sum, count) => sum + count, 0) > limits.units)
      throw limitReached('unit_limit', checkoutMessages.unitLimit[scope](limits.units));
  }
}

/** Each order is asked about at the provider, whose rate limit is shared by all customers. */
export function assertMayOpenOrder(pause: { seconds: number } | undefined) {
  if (!pause) return;
  const message = checkoutMessages.tooManyOrders(Math.ceil(pause.seconds / 60));
  throw new DomainError('too_many', 'too_many_orders', message, { retryAfterSeconds: pause.seconds });
}

/** So that many guests of one client do not reserve the stock. Customers with a confirmed email address do not count. */
function assertClientUnits({ limits }: Unpaid, clientUnits: ClientUnits[], { lines }: NewCheckout) {
  const more = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  if (clientUnits.some(({ units, factor }) => units + more > limits.clientUnits * factor))
    throw limitReached('client_limit', checkoutMessages.clientLimit(limits.clientUnits));
}

function assertUnpaidOrders({ unpaidOrders, limits }: Unpaid) {
  if (unpaidOrders >= limits.unpaidOrders)
    throw limitReached('order_limit', checkoutMessages.unpaidOrderLimit(limits.unpaidOrders));
}

function assertOpenCheckouts({ openCheckouts, limits, secondsToWait }: Unpaid) {
  if (openCheckouts >= limits.openCheckouts)
    throw limitReached('order_limit', checkoutMessages.openCheckoutLimit(limits.openCheckouts));
  if (secondsToWait === null) return;
  const message = checkoutMessages.tooManyExpired(Math.ceil(secondsToWait / 60));
  throw new DomainError('too_many', 'too_many_expired', message, { retryAfterSeconds: secondsToWait });
}
