import { basisPoints, cents, quoteOf } from '@shop/contracts/common/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTestStore } from '#test/test-store.ts';

const { sql } = await createTestStore();

const purchase = fc.record({
  lines: fc.array(
    fc.record({
      unitPriceCents: fc.integer({ min: 1, max: 100_000_000 }).map(cents),
      quantity: fc.integer({ min: 1, max: 9_999 }),
    }),
    { minLength: 1, maxLength: 100 },
  ),
  taxBp: fc.integer({ min: 0, max: 10_000 }).map(basisPoints),
  discountBp: fc.integer({ min: 0, max: 10_000 }).map(basisPoints),
  standardShippingCents: fc.nat(1_000_000).map(cents),
});

test.each(['checkouts', 'orders'])(
  'CONST-012 the check constraints on amounts of %s agree with the money module for 10,000 random purchases',
  async (table) => {
    const { rows: rules } = await sql.query<{ name: string; rule: string }>(
      `select conname as name, pg_get_expr(conbin, conrelid) as rule from pg_constraint
        where conrelid = $1::regclass and conname = any (array[$1 || '_tax', $1 || '_discount', $1 || '_total'])`,
      [table],
    );
    expect(rules).toHaveLength(3);
    const seed = Date.now();
    const rows = fc
      .sample(purchase, { numRuns: 10_000, seed })
      .map(({ lines, taxBp, discountBp, standardShippingCents }) => {
        const terms = { taxBp, standardShippingCents, expressShippingCents: cents(0), freeShippingOverCents: null };
        const money = { paymentCurrency: 'INR', paymentRate: 1 };
        const quote = quoteOf(lines, { shippingMethod: 'standard', discountBp }, { ...terms, ...money });
        return {
          tax_bp: taxBp,
          discount_bp: discountBp,
          subtotal_cents: quote.subtotalCents,
          tax_cents: quote.taxCents,
          shipping_cents: quote.shippingCents,
          discount_cents: quote.discountCents,
          total_cents: quote.totalCents,
        };
      });

    const { rows: broken } = await sql.query(
      `select row_to_json(r) as purchase
         from json_to_recordset($1) as r (tax_bp int, discount_bp int, subtotal_cents bigint, tax_cents bigint,
                                          shipping_cents bigint, discount_cents bigint, total_cents bigint)
        where not (${rules.map(({ rule }) => rule).join(' and ')}) limit 3`,
      [JSON.stringify(rows)],
    );

    expect(broken, `seed ${seed}`).toEqual([]);
  },
);
