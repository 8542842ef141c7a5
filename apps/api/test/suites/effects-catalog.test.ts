import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '@shop/contracts/common/time';
import { DryRun, type Effect } from '@shop/contracts/effects/schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PASSWORD } from '#test/builders/account.ts';
import { ACTS, type Act, aWorld, type Choice } from '#test/builders/catalog-acts.ts';
import { effectsBetween, readState } from '#test/effects/catalog.ts';
import { fingerprintWithoutCounts } from '#test/fingerprint.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { propertyOptions, rounds, seed } from '#test/property-runs.ts';
import { createTestStore } from '#test/test-store.ts';

const shop = await createTestStore();
checkInvariantsAfterAll(shop);
const { anAdmin, sql, work } = shop;
const owner = await anAdmin({ password: PASSWORD });

const ACTS_OF_A_RUN = 4;
const plan = fc.record({
  price: fc.integer({ min: 20, max: 200 }),
  units: fc.integer({ min: 0, max: 5 }),
  sized: fc.boolean(),
});
const step = fc.record({
  act: fc.constantFrom(...Object.keys(ACTS)),
  which: fc.nat(11),
  amount: fc.integer({ min: -3, max: 9 }),
  flag: fc.boolean(),
});

const keyed = () => ({ 'idempotency-key': randomUUID() });
const send = ({ method, url, payload }: Act) => owner[method](url, payload, keyed());
const dryRun = ({ method, url, payload, dryPayload = payload }: Act) =>
  owner[method](`${url}/dry-run`, dryPayload, keyed());
/** In any order. */
const sorted = (effects: Effect[]) =>
  effects.map((effect) => JSON.stringify(Object.entries(effect).toSorted())).toSorted();

async function perform(name: string, act: Act) {
  const marks = await fingerprintWithoutCounts(sql);
  const preview = await dryRun(act);
  expect(await fingerprintWithoutCounts(sql), `${name} stored something in a dry run`).toEqual(marks);

  const before = await readState(shop);
  const response = await send(act);
  await work();
  const after = await readState(shop);
  const context = `${name}: ${preview.body} ${response.body}`;
  if (response.statusCode >= 400) {
    expect([preview.statusCode, preview.json().code], context).toEqual([response.statusCode, response.json().code]);
    return;
  }
  expect(preview.statusCode, context).toBe(200);
  expect(sorted(DryRun.parse(preview.json()).effects), context).toEqual(sorted(effectsBetween(before, after)));
}

test(`a dry run says what the act then does, and stores nothing (seed ${seed})`, { timeout: HOUR_MS }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(plan, { minLength: 1, maxLength: 3 }),
      fc.array(step, { minLength: ACTS_OF_A_RUN, maxLength: ACTS_OF_A_RUN }),
      async (plans, steps) => {
        const world = await aWorld(shop, owner, plans);
        for (const { act: name, ...choice } of steps) {
          const act = await ACTS[name]?.(world, choice);
          if (act) await perform(name, act);
        }
      },
    ),
    propertyOptions(rounds(12, 60)),
  );
});

const USUAL: Choice = { which: 0, amount: 2, flag: true };
/** Where the usual choice would change nothing, or be rejected. */
const CHOICES: Record<string, Partial<Choice>> = {
  changeRole: { which: 1 },
  deleteCategory: { which: 2 },
  switchCode: { flag: false },
  // The creation of the discount code.
  undoEntry: { which: 5 },
};

test.each(Object.keys(ACTS))('a dry run of %s says what the act then does', async (name) => {
  const world = await aWorld(shop, owner, [
    { price: 100, units: 3, sized: false },
    { price: 80, units: 1, sized: true },
  ]);
  const actOf = (wanted: string) => ACTS[wanted]?.(world, { ...USUAL, ...CHOICES[wanted] });
  if (name === 'undoImport') {
    const run = await actOf('runImport');
    if (run) await perform('runImport', run);
  }

  const act = await actOf(name);

  if (!act) throw new Error(`The world has nothing for ${name}.`);
  await perform(name, act);
});
