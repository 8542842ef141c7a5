import { adminOrderMessages } from '@shop/contracts/admin-orders-texts';
import { paymentMessages } from '@shop/contracts/system-texts';
import { told, wake } from './account.ts';
import { expect } from './fixtures.ts';
import { isForEverybody } from './for-everybody.ts';
import { panel, test } from './order-desk-page.ts';

const REFUSAL = 'The id provided does not exist';

test('a refund the provider refused is shown with its reason, and tried again', async ({
  page,
  signIn,
  orderOf,
  sql,
}) => {
  test.slow();
  const { id, number } = await orderOf({ paid: true });
  const { rows } = await sql.query<{ reference: string }>(
    'select provider_payment_id as reference from payments where order_id = $1',
    [id],
  );
  const reference = rows[0]?.reference ?? '';
  const unknown = `pay_unknown_${number}`;
  const rename = (to: string) =>
    sql.query('update payments set provider_payment_id = $2 where order_id = $1', [id, to]);
  const becomes = (status: string) =>
    expect
      .poll(async () => {
        const { rows } = await sql.query(
          `select r.status from refunds r join payments p on p.id = r.payment_id where p.order_id = $1
            order by r.id desc limit 1`,
          [id],
        );
        return rows[0]?.status;
      })
      .toBe(status);
  await signIn('admin');
  await rename(unknown);
  await wake(page, `/admin/orders/${id}`);
  const form = panel(page, adminOrderMessages.refundHeading);
  await form.getByLabel(/^Reason/).fill('A scratch');
  await form.getByLabel(/^Amount in INR/).fill('0.5');
  await form.getByRole('button', { name: 'Refund' }).click();
  await expect(form.getByText(adminOrderMessages.refundTooSmall('₹1.00'))).toBeVisible();
  await form.getByLabel(/^Amount in INR/).fill('5.25');
  await form.getByRole('button', { name: 'Refund' }).click();
  await told(page, adminOrderMessages.refundDone);
  await becomes('failed');

  await wake(page, `/admin/orders/${id}`);
  const payments = panel(page, 'Payments');
  await expect(payments).toContainText(REFUSAL);
  await expect(payments.getByRole('button', { name: /^Retry refund: ₹5\.25/ })).toBeVisible();
  await isForEverybody(page);

  await wake(page, '/admin/payments');
  const refused = page.getByRole('row').filter({ hasText: unknown }).filter({ hasText: REFUSAL });
  await expect(refused).toContainText('₹5.25');
  await expect(refused.getByRole('link', { name: `#${number}` })).toBeVisible();
  await isForEverybody(page);
  await rename(reference);
  await refused.getByRole('button', { name: paymentMessages.retryOf('₹5.25', unknown) }).click();

  await told(page, paymentMessages.retried);
  await expect(refused).toHaveCount(0);
  await becomes('processed');
});
