import { HOUR_MS } from '@shop/contracts/common/time';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  applyCommand,
  batches,
  initialModel,
  type Model,
  sequenceOf,
  terms,
} from '#test/builders/returns/return-model.ts';
import { returnsUnderTest } from '#test/builders/returns/return-under-test.ts';
import { checkInvariantsAfterAll, failedInvariants } from '#test/invariants-after-all.ts';
import { propertyOptions, rounds, seed } from '#test/property-runs.ts';
import { createTestStore } from '#test/test-store.ts';

const shop = await createTestStore();
checkInvariantsAfterAll(shop);
const deliver = await returnsUnderTest(shop);

const SEQUENCES = rounds(20, 2_000);
const COMMANDS = 30;

test(`stock, states and money follow the model for any sequence of returns, exchanges, refunds and order changes (seed ${seed})`, {
  timeout: HOUR_MS,
}, async () => {
  await fc.assert(
    fc.asyncProperty(terms, sequenceOf(COMMANDS), async (agreed, commands) => {
      const order = await deliver(agreed);
      let model: Model = initialModel(agreed);
      let hasOtherRefunds = false;

      for (const step of commands) {
        const expected = applyCommand(agreed, model, step, (await order.readMoney()).isRefunded);
        const isDone = await order.perform(step);
        // The provider's minimum decides whether staff can refund a part.
        if (step.what === 'staff_refund') hasOtherRefunds ||= isDone;
        else expect(isDone, JSON.stringify({ step, model })).toBe(expected !== undefined);
        if (step.what === 'cancel_order') hasOtherRefunds ||= isDone;
        model = expected ?? model;
        expect(await order.readModel()).toEqual(model);
      }

      const { returned, units } = await order.readMoney();
      const itemsMinor = order.chargeMinor - Math.round((order.chargeMinor * order.shippingCents) / order.totalCents);
      expect(returned).toBeLessThanOrEqual(itemsMinor + 1);
      // Returned in parts or at once, all units refund what was paid for them, to the minor unit.
      if (units === agreed.quantity && !hasOtherRefunds) expect(Math.abs(returned - itemsMinor)).toBeLessThanOrEqual(1);
      expect(await failedInvariants(shop.db)).toEqual([]);
    }),
    propertyOptions(SEQUENCES),
  );
});

test(`concurrent steps of one return are serialized (seed ${seed})`, { timeout: HOUR_MS }, async () => {
  await fc.assert(
    fc.asyncProperty(terms, batches, async (agreed, steps) => {
      const order = await deliver(agreed);
      for (const batch of steps) await Promise.all(batch.map(order.perform));
      expect(await failedInvariants(shop.db)).toEqual([]);
    }),
    propertyOptions(rounds(8, 500)),
  );
});
