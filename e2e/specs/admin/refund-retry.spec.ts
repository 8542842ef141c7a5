import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import { paymentMessages } from '@shop/contracts/payments/admin-messages';
import { confirmEffects, confirmRefund, openRefund, panel, test } from '../../pages/admin-order.ts';
import { expectAccessible } from '../../support/accessibility.ts';
import { expectStatusMessage, gotoHydrated } from '../../support/account.ts';
import { expect } from '../../support/fixtures.ts';
import { sandboxControl } from '../../support/sandbox-control.ts';

const PROVIDER_ERROR = 'We are facing some trouble completing your request at the moment.';

test('a refund rejected by the provider is shown with its reason and retried', { tag: '@journey' }, async ({
  page,
  signIn,
  orderOf,
  shop,
  sql,
}) => {
  test.slow();
  const { id, number } = await orderOf({ paid: true });
  const { rows } = await sql.query<{ reference: string }>(
    'select provider_payment_id as reference from payments where order_id = $1',
    [id],
  );
  const reference = rows[0]?.reference ?? '';
  const sandbox = sandboxControl(shop.payment.SANDBOX_CONTROL_PORT ?? '');
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
  await sandbox.fail({ on: 'POST /v1/payments/:id/refund', of: reference, do: 'status', status: 400, times: 1 });
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
  const failedRow = page.getByRole('row').filter({ hasText: reference }).filter({ hasText: PROVIDER_ERROR });
  await expect(failedRow).toContainText('₹5.25');
  await expect(failedRow.getByRole('link', { name: `#${number}` })).toBeVisible();
  await expectAccessible(page);
  await failedRow.getByRole('button', { name: paymentMessages.retryOf('₹5.25', reference) }).click();
  const retry = paymentMessages.retryAmount('₹5.25');
  await confirmEffects(page, paymentMessages.retry, retry, /^₹5\.25 is refunded to .*, 1 email is sent\.$/);

  await expectStatusMessage(page, paymentMessages.retried);
  await expect(failedRow).toHaveCount(0);
  await becomes('processed');
});
