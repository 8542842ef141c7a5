import { HOUR_MS } from '@shop/contracts/common/time';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aPurchase, type Step } from '#test/builders/purchase-history.ts';
import { createStoreWithPayments } from '#test/builders/store-with-payments.ts';
import { checkInvariantsAfterAll, failedInvariants } from '#test/invariants-after-all.ts';
import { propertyOptions, rounds, seed } from '#test/property-runs.ts';

const shop = await createStoreWithPayments();
checkInvariantsAfterAll(shop);
const { db, sandbox } = shop;

const RUNS = rounds(12, 2_000);
const CHECKED_EVERY = 100;

const which = fc.nat(3);
const paid = fc.record({
  do: fc.constant('pay' as const),
  which,
  outcome: fc.oneof(
    { weight: 6, arbitrary: fc.constant('success' as const) },
    fc.constantFrom('authorized' as const, 'failure' as const),
  ),
  reportedBy: fc.constantFrom('page' as const, 'webhook' as const, 'none' as const),
  surplus: fc.boolean(),
});
/** Another shipping method changes the charge; another payment method does not, and keeps the order at the provider. */
const started = fc.record({ do: fc.constant('begin' as const), express: fc.boolean(), upi: fc.boolean() });
const expired = fc.record({ do: fc.constant('expire' as const) });
const refunds = fc.record({
  do: fc.constant('setRefunds' as const),
  to: fc.constantFrom('processed' as const, 'pending' as const, 'failed' as const, 'refused' as const),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: started },
  { weight: 4, arbitrary: expired },
  { weight: 6, arbitrary: paid },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('payTwoAtOnce' as const), which, other: which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('addToCart' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('payCash' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('becomeAnother' as const),
      who: fc.constantFrom('guest' as const, 'account' as const, 'account with a cart' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancelOrder' as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sellOut' as const) }) },
  { weight: 2, arbitrary: refunds },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('finishRefunds' as const),
      status: fc.constantFrom('processed' as const, 'failed' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('retryRefunds' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('work' as const) }) },
);

test(`checkouts that expire, restart, follow a guest who logs in, and are paid in any order lose no money (seed ${seed})`, {
  timeout: HOUR_MS,
}, async () => {
  let runs = 0;
  const start = fc.oneof(fc.tuple(refunds, started), fc.tuple(refunds, started, expired, started));
  const history = fc.tuple(start, fc.array(step, { minLength: 4, maxLength: 14 }));

  await fc.assert(
    fc.asyncProperty(history, fc.boolean(), fc.boolean(), async (steps, refundsRecover, asGuest) => {
      await sandbox.setAccount({ refund_outcome: 'processed', balance: null });
      const purchase = await aPurchase(shop, { asGuest });
      for (const one of steps.flat()) await purchase.take(one);
      await purchase.end({ refundsRecover });

      const { received, ordered, refunded, listed, ordersPerCartVersion, unitsOrdered, unitsAdded } =
        await purchase.balance();
      expect(received).toBe(ordered + refunded + listed);
      if (refundsRecover) expect(listed).toBe(0);
      expect(ordersPerCartVersion).toBeLessThanOrEqual(1);
      expect(unitsOrdered).toBeLessThanOrEqual(unitsAdded);

      runs += 1;
      if (runs % CHECKED_EVERY === 0) expect(await failedInvariants(db)).toEqual([]);
    }),
    propertyOptions(RUNS),
  );
});
