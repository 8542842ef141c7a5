import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import { paymentMessages } from '@shop/contracts/payments/admin-messages';
import { confirmEffects, confirmRefund, openRefund, panel, test } from '../../pages/admin-order.ts';
import { expectAccessible } from '../../support/accessibility.ts';
import { expectStatusMessage, gotoHydrated } from '../../support/account.ts';
import { expect } from '../../support/fixtures.ts';

const PROVIDER_ERROR = 'The id provided does not exist';

test('a refund rejected by the provider is shown with its reason and retried', { tag: '@journey' }, async ({
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
  await gotoHydrated(page, `/admin/orders/${id}`);
  const form = await openRefund(page);
  await form.getByLabel(/^Reason/).fill('A scratch');
  await form.getByLabel(/^Amount \(INR\)/).fill('0.5');
  await form.getByRole('button', { name: 'Refund' }).click();
  await expect(form.getByText(adminOrderMessages.refundTooSmall('₹1.00'))).toBeVisible();
  await form.getByLabel(/^Amount \(INR\)/).fill('5.25');
  await form.getByRole('button', { name: 'Refund' }).click();
  await confirmRefund(page, '₹5.25');
  await expectStatusMessage(page, adminOrderMessages.refundDone);
  await becomes('failed');

  await gotoHydrated(page, `/admin/orders/${id}`);
  const payments = panel(page, 'Payments');
  await expect(payments).toContainText(PROVIDER_ERROR);
  await expect(payments.getByRole('button', { name: /^Retry refund: ₹5\.25/ })).toBeVisible();
  await expectAccessible(page);

  await gotoHydrated(page, '/admin/payments');
  const failedRow = page.getByRole('row').filter({ hasText: unknown }).filter({ hasText: PROVIDER_ERROR });
  await expect(failedRow).toContainText('₹5.25');
  await expect(failedRow.getByRole('link', { name: `#${number}` })).toBeVisible();
  await expectAccessible(page);
  await rename(reference);
  await failedRow.getByRole('button', { name: paymentMessages.retryOf('₹5.25', unknown) }).click();
  const retry = paymentMessages.retryAmount('₹5.25');
  await confirmEffects(page, paymentMessages.retry, retry, /^₹5\.25 is refunded to .*, 1 email is sent\.$/);

  await expectStatusMessage(page, paymentMessages.retried);
  await expect(failedRow).toHaveCount(0);
  await becomes('processed');
});
