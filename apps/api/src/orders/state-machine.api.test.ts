import { isDeepStrictEqual } from 'node:util';
import { HOUR_MS } from '@shop/contracts/common/time';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  applyCommand,
  type Command,
  type CommandResult,
  command,
  initialModel,
  type Model,
  type Terms,
  terms,
} from '#test/builders/order-model.ts';
import { ordersUnderTest } from '#test/builders/order-under-test.ts';
import { checkInvariantsAfterAll, failedInvariants } from '#test/invariants-after-all.ts';
import { propertyOptions, rounds, seed } from '#test/property-runs.ts';
import { createTestStore } from '#test/test-store.ts';

const shop = await createTestStore();
checkInvariantsAfterAll(shop);
const place = await ordersUnderTest(shop);

const SEQUENCES = rounds(15, 2_000);
const COMMANDS = 30;
const CHECKED_EVERY = 100;
let sequences = 0;
async function checkPeriodically() {
  sequences += 1;
  if (sequences % CHECKED_EVERY === 0) expect(await failedInvariants(shop.db)).toEqual([]);
}

test(`an order behaves like the model for any sequence of commands and actors (seed ${seed})`, {
  timeout: HOUR_MS,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      terms,
      fc.array(command, { minLength: COMMANDS, maxLength: COMMANDS }),
      async (agreed, commands) => {
        const order = await place(agreed);
        let [model, limit]: [Model, number | null] = [initialModel(agreed), null];

        for (const step of commands) {
          const [expected, after, limitAfter] = applyCommand(agreed, model, limit, step);
          expect(await order.perform(step)).toBe(expected);
          [model, limit] = [after, limitAfter];
          expect(await order.readModel()).toEqual(model);
        }
        await checkPeriodically();
      },
    ),
    propertyOptions(SEQUENCES),
  );
});

test(`two to four concurrent commands on an order are serialized (seed ${seed})`, {
  timeout: HOUR_MS,
}, async () => {
  const batches = fc.array(fc.array(command, { minLength: 2, maxLength: 4 }), { minLength: 10, maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(terms, batches, async (agreed, steps) => {
      const order = await place(agreed);
      let [model, limits]: [Model, (number | null)[]] = [initialModel(agreed), [null]];

      for (const batch of steps) {
        const results = await Promise.all(batch.map(order.perform));
        const stored = await order.readModel();

        // More than one order of commands may explain the stored state, with different limits of the code.
        const explained = limits
          .flatMap((limit) => explanations(agreed, [model, limit], batch, results))
          .filter(([after]) => isDeepStrictEqual(after, stored));
        const message = `${JSON.stringify(batch)} returned ${results} and led from ${JSON.stringify(model)}`;
        expect(explained.length, `${message} to ${JSON.stringify(stored)}`).toBeGreaterThan(0);
        [model, limits] = [stored, [...new Set(explained.map(([, limit]) => limit))]];
      }
      await checkPeriodically();
    }),
    propertyOptions(SEQUENCES),
  );
});

/** Every state that some order of these commands leads to with these results. */
function explanations(
  agreed: Terms,
  [model, limit]: [Model, number | null],
  commands: Command[],
  results: CommandResult[],
): [Model, number | null][] {
  if (commands.length === 0) return [[model, limit]];
  return commands.flatMap((next, i) => {
    const [expected, after, limitAfter] =
      results[i] === 'not_now' ? (['not_now', model, limit] as const) : applyCommand(agreed, model, limit, next);
    if (expected !== results[i]) return [];
    return explanations(agreed, [after, limitAfter], commands.toSpliced(i, 1), results.toSpliced(i, 1));
  });
}
