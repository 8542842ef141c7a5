import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { brokenRules, checkBooksAtTheEnd } from '../../test/books.ts';
import { effort, rounds, seed } from '../../test/effort.ts';
import {
  begun,
  type Command,
  command,
  type Model,
  type Outcome,
  obey,
  type Terms,
  terms,
} from '../../test/order-model.ts';
import { ordersUnderTest } from '../../test/order-under-test.ts';
import { ownShop } from '../../test/own-shop.ts';

const shop = await ownShop();
checkBooksAtTheEnd(shop);
const place = await ordersUnderTest(shop);

const SEQUENCES = rounds(15, 2_000);
const COMMANDS = 30;
const AN_HOUR = 3_600_000;
const CHECKED_EVERY = 100;
let sequences = 0;
async function checkNowAndThen() {
  sequences += 1;
  if (sequences % CHECKED_EVERY === 0) expect(await brokenRules(shop.db)).toEqual([]);
}

test(`an order does what the model does, whatever is asked of it by whom (seed ${seed})`, {
  timeout: AN_HOUR,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      terms,
      fc.array(command, { minLength: COMMANDS, maxLength: COMMANDS }),
      async (agreed, commands) => {
        const order = await place(agreed);
        let [model, limit]: [Model, number | null] = [begun(agreed), null];

        for (const step of commands) {
          const [expected, after, limitAfter] = obey(agreed, model, limit, step);
          expect(await order.perform(step)).toBe(expected);
          [model, limit] = [after, limitAfter];
          expect(await order.books()).toEqual(model);
        }
        await checkNowAndThen();
      },
    ),
    effort(SEQUENCES),
  );
});

test(`asked two to four things at once it does them one after the other (seed ${seed})`, {
  timeout: AN_HOUR,
}, async () => {
  const batches = fc.array(fc.array(command, { minLength: 2, maxLength: 4 }), { minLength: 10, maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(terms, batches, async (agreed, steps) => {
      const order = await place(agreed);
      let [model, limits]: [Model, (number | null)[]] = [begun(agreed), [null]];

      for (const batch of steps) {
        const outcomes = await Promise.all(batch.map(order.perform));
        const books = await order.books();

        // More than one order of events may explain what is seen, and leave the code with more than one limit.
        const explained = limits
          .flatMap((limit) => explanations(agreed, [model, limit], batch, outcomes))
          .filter(([after]) => isDeepStrictEqual(after, books));
        const told = `${JSON.stringify(batch)} answered ${outcomes} and led from ${JSON.stringify(model)}`;
        expect(explained.length, `${told} to ${JSON.stringify(books)}`).toBeGreaterThan(0);
        [model, limits] = [books, [...new Set(explained.map(([, limit]) => limit))]];
      }
      await checkNowAndThen();
    }),
    effort(SEQUENCES),
  );
});

/** Every state that some order of these commands leads to, with each of them answered as it was. */
function explanations(
  agreed: Terms,
  [model, limit]: [Model, number | null],
  commands: Command[],
  outcomes: Outcome[],
): [Model, number | null][] {
  if (commands.length === 0) return [[model, limit]];
  return commands.flatMap((next, i) => {
    const [expected, after, limitAfter] =
      outcomes[i] === 'not_now' ? (['not_now', model, limit] as const) : obey(agreed, model, limit, next);
    if (expected !== outcomes[i]) return [];
    return explanations(agreed, [after, limitAfter], commands.toSpliced(i, 1), outcomes.toSpliced(i, 1));
  });
}
