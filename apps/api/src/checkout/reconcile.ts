import pLimit from 'p-limit';
import { compareBooks } from '#payments/service.ts';
import { ProviderRefusal, ProviderUnavailable } from '#platform/payment-provider.ts';
import type { CheckoutTools } from './open-at-provider.ts';
import { takeForReconciling } from './queries.ts';
import { settleAtProvider } from './settle.ts';

const BATCH = 20;
const AT_ONCE = 4;
/** A run ends before the next one begins. */
const RUN_MS = 45_000;
const HOURS = 3_600_000;

/** Asks the provider what became of checkouts that nobody told us about: messages get lost, and so do shoppers. */
export async function reconcileCheckouts(tools: CheckoutTools) {
  const endAt = performance.now() + RUN_MS;
  const limit = pLimit(AT_ONCE);
  for (;;) {
    const orders = await takeForReconciling(tools.db, BATCH);
    const answers = await Promise.all(orders.map((id) => limit(() => askAfter(tools, id))));
    if (orders.length < BATCH || answers.includes('unavailable') || performance.now() > endAt) return;
  }
}

async function askAfter(tools: CheckoutTools, providerOrderId: string) {
  try {
    for (const payment of await tools.provider.paymentsOf(providerOrderId)) await settleAtProvider(tools, payment);
    return 'asked';
  } catch (error) {
    // The next minute is soon enough; and an order that the provider does not know, nobody can have paid.
    if (error instanceof ProviderUnavailable) return 'unavailable';
    if (error instanceof ProviderRefusal) return 'asked';
    throw error;
  }
}

/**
 * Once a day the provider's books are laid beside ours. Money that we had not heard of at all is not only written down
 * but dealt with: nobody should wait for it until somebody reads a table.
 */
export async function compareWithProvider(tools: CheckoutTools, now = Date.now()) {
  // Each day is looked at twice; what is younger than an hour may still be on its way to us.
  const [from, to] = [new Date(now - 49 * HOURS), new Date(now - HOURS)];
  for (const payment of await compareBooks(tools.db, tools.provider, from, to)) await settleAtProvider(tools, payment);
}
