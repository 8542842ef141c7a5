import { randomUUID } from 'node:crypto';
import { expectAccessible } from '../../support/accessibility.ts';
import { gotoHydrated } from '../../support/account.ts';
import { expect, test } from '../../support/fixtures.ts';

const REASON = 'goods_or_services_not_received_or_partially_received';

test('a disputed payment is shown with its order and the date to respond by', async ({ page, signIn, sql }) => {
  const { rows } = await sql.query<{ payment: string; order: string; number: string }>(
    `select p.provider_payment_id as payment, o.id as "order", o.number
       from payments p join orders o on o.id = p.order_id where p.provider = 'razorpay' limit 1`,
  );
  const [paid] = rows;
  if (!paid) throw new Error('The sample data has no order that was paid online.');
  const ids = [`disp_${randomUUID()}`, `disp_${randomUUID()}`];
  await sql.query(
    `insert into payment_disputes (provider, provider_dispute_id, provider_payment_id, amount_minor, currency, reason,
                                   phase, status, respond_by, disputed_at, event_at)
     values ('razorpay', $1, $3, 159099, 'INR', $4, 'chargeback', 'open', '2030-03-17', now(), now()),
            ('razorpay', $2, 'pay_withoutOrder', 100, 'INR', null, null, 'lost', null, now(), now())`,
    [...ids, paid.payment, REASON],
  );
  await signIn('manager');
  await gotoHydrated(page, '/admin/payments');

  const disputes = page.getByRole('region', { name: 'Disputes' });
  const open = disputes.getByRole('row').filter({ hasText: paid.payment });
  for (const text of ['Mar 17, 2030', 'Response needed', '₹1,590.99', 'Goods or services not received'])
    await expect(open).toContainText(text);
  await expect(disputes.getByRole('row').filter({ hasText: 'pay_withoutOrder' })).toContainText('Lost');
  await expectAccessible(page);

  await open.getByRole('link', { name: `#${paid.number}` }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/orders/${paid.order}$`));
  await sql.query('delete from payment_disputes where provider_dispute_id = any ($1)', [ids]);
});
