import type { Page } from '@playwright/test';
import { formatCharge, minor } from '@shop/contracts/common/money';
import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import { orderMessages, statusLabels } from '@shop/contracts/orders/messages';
import { packingMessages } from '@shop/contracts/orders/packing-messages';
import {
  chooseStatus,
  confirmEffects,
  confirmRefund,
  openRefund,
  panel,
  refundSummary,
  statusForm,
  test,
  updateButton,
} from '../../pages/admin-order.ts';
import { atCheckout, expectOrderPlaced, method, payButton, payByCard, paymentWindow } from '../../pages/checkout.ts';
import { expectAccessible } from '../../support/accessibility.ts';
import { expectStatusMessage, gotoHydrated, register } from '../../support/account.ts';
import { expect } from '../../support/fixtures.ts';
import { UNKNOWN_ID } from '../../support/shop.ts';

const confirmCancellation = (page: Page, number: string, sentence: string | RegExp) =>
  confirmEffects(page, adminOrderMessages.cancelOrderOf(number), orderMessages.confirmCancelYes, sentence);

test('AORD-003 AORD-004 STATE-017 an order is shown and its status updated', async ({
  page,
  signIn,
  shop,
  orderOf,
}) => {
  const { id, number, customer } = await orderOf();
  await signIn('admin');
  await page.goto(`/admin/orders/${id}`);

  await expect(page.getByRole('heading', { level: 1, name: 'Order Details' })).toBeVisible();
  await expect(page.getByText(`#${number}`, { exact: true })).toBeVisible();
  await expect(panel(page, 'Customer')).toContainText(customer.email);
  await chooseStatus(page, 'Processing');
  await updateButton(page).click();

  await expectStatusMessage(page, orderMessages.statusUpdated);
  await expect(panel(page, 'Timeline')).toContainText('Status changed from Pending to Processing');
  await page.goto(`${shop.url}/admin/orders/${UNKNOWN_ID}`);
  await expect(page).toHaveURL(/\/admin\/orders$/);
});

test('the last units of an order are refunded, which cancels it, after the effects are confirmed', async ({
  page,
  signIn,
  sql,
  orderOf,
}) => {
  test.slow();
  const { id } = await orderOf({ paid: true });
  const { rows } = await sql.query<{ charge: number }>('select charge_minor::int as charge from orders where id = $1', [
    id,
  ]);
  await signIn('manager');
  await gotoHydrated(page, `/admin/orders/${id}`);

  const refund = await openRefund(page);
  await refund.getByRole('spinbutton').fill('1');
  const shipping = refund.getByLabel(adminOrderMessages.refundShipping);
  if ((await shipping.count()) > 0) await shipping.check();
  await refund.getByLabel(/^Reason/).fill('Returned');
  await refund.getByRole('button', { name: 'Refund' }).click();
  const amount = formatCharge(minor(rows[0]?.charge ?? 0), 'INR');
  await confirmEffects(
    page,
    adminOrderMessages.refund,
    adminOrderMessages.refundOfAmount(amount),
    /is refunded to .*, 1 unit is returned to stock, 1 order becomes Cancelled, /,
  );
  await expectStatusMessage(page, adminOrderMessages.refundDone);
  await expect(panel(page, 'Timeline')).toContainText('Status changed from Pending to Cancelled');
});

test('AORD-005 AORD-006 AORD-007 the status form offers the five statuses and is disabled while updating', async ({
  page,
  signIn,
  orderOf,
}) => {
  const { id } = await orderOf();
  await signIn('admin');
  await gotoHydrated(page, `/admin/orders/${id}`);

  const choices = statusForm(page).getByRole('option');
  expect(await choices.allTextContents()).toEqual(Object.values(statusLabels));
  await expect(updateButton(page)).toBeDisabled();
  await chooseStatus(page, 'Shipped');
  await expect(updateButton(page)).toBeEnabled();
  await chooseStatus(page, 'Pending');
  await expect(updateButton(page)).toBeDisabled();

  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/admin/orders/*.data*', async (route) => {
    if (route.request().method() === 'POST') await released;
    await route.continue();
  });
  await chooseStatus(page, 'Shipped');
  await updateButton(page).click();
  await expect(statusForm(page).getByRole('button', { name: 'Updating...' })).toBeDisabled();
  release();

  await expectStatusMessage(page, 'Order status updated successfully.');
  await expect(page.getByText(/^TRK\d{8}$/)).toBeVisible();
});

test('STATE-016 submitting the current status sends no request and shows a message', async ({
  page,
  signIn,
  orderOf,
}) => {
  const { id } = await orderOf();
  await signIn('admin');
  await gotoHydrated(page, `/admin/orders/${id}`);
  const postedUrls: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && postedUrls.push(request.url()));

  // Submits past the disabled button.
  await updateButton(page).evaluate((button: HTMLButtonElement) => {
    button.disabled = false;
    button.form?.requestSubmit(button);
  });

  await expect(statusForm(page).getByText('Order status is already set to this value.')).toBeVisible();
  expect(postedUrls).toEqual([]);
});

test('ERR-023 ERR-024 a rejected status and a failed request show the specified errors', async ({
  page,
  signIn,
  sql,
  orderOf,
}) => {
  const { id, number } = await orderOf({ slug: 'boudoir-hand-mirror' });
  await signIn('admin');
  await gotoHydrated(page, `/admin/orders/${id}`);
  await chooseStatus(page, 'Cancelled');
  await updateButton(page).click();
  await confirmCancellation(page, number, '1 unit is returned to stock, 1 order becomes Cancelled, 1 email is sent.');
  await expectStatusMessage(page, orderMessages.statusUpdated);
  await sql.query(
    `update stock s set available = 0, received = received - available from order_lines l
      where l.order_id = $1 and s.variant_id = l.variant_id`,
    [id],
  );

  await chooseStatus(page, 'Pending');
  await updateButton(page).click();
  await expect(page.getByRole('alert').getByText('Failed to update order status. Please try again.')).toBeVisible();
  await expect(page.getByRole('alert').getByText(orderMessages.statusRejections.no_stock)).toBeVisible();
  await sql.query(
    `update stock s set available = available + 500, received = received + 500 from order_lines l
      where l.order_id = $1 and s.variant_id = l.variant_id`,
    [id],
  );
  await page.route('**/admin/orders/*.data*', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await updateButton(page).click();
  await expect(page.getByRole('alert').getByText('An error occurred. Please try again later.')).toBeVisible();
});

test('an update from an outdated page shows the status conflict', async ({ page, context, signIn, shop, orderOf }) => {
  const { id } = await orderOf();
  await signIn('admin');
  await gotoHydrated(page, `/admin/orders/${id}`);
  await context.request.put(`${shop.url}/api/orders/${id}/status`, {
    headers: { origin: shop.url, 'idempotency-key': crypto.randomUUID() },
    data: { status: 'shipped' },
  });

  await chooseStatus(page, 'Processing');
  await updateButton(page).click();

  await expect(page.getByRole('alert')).toContainText(adminOrderMessages.statusConflict('Shipped'));
  await expect(panel(page, 'Timeline')).toContainText('Status changed from Pending to Shipped');
});

test('the order summary explains the total, and a partial refund is issued', async ({
  page,
  browser,
  signIn,
  shop,
  sql,
}) => {
  test.slow();
  const customer = await browser.newContext({ baseURL: shop.url });
  const checkout = await customer.newPage();
  await atCheckout({ page: checkout, context: customer, shop, sql, signIn: () => register(customer, shop) });
  await method(checkout, 'Card').check();
  await payButton(checkout).click();
  await payByCard(await paymentWindow(checkout));
  const id = await expectOrderPlaced(checkout);
  await customer.close();
  await signIn('manager');
  await gotoHydrated(page, `/admin/orders/${id}`);

  const money = panel(page, adminOrderMessages.money);
  await expect(money.getByRole('row', { name: /^Tax 8% of subtotal/ })).toBeVisible();
  await expect(money.getByRole('row', { name: /^Charged Total × exchange rate \(1/ })).toBeVisible();
  const refund = await openRefund(page);
  await refund.getByLabel(/^Amount \(INR\)/).fill('999999');
  await refund.getByLabel(/^Reason/).fill('A scratch');
  await refund.getByRole('button', { name: 'Refund' }).click();
  await expect(refund.getByText(/^You can refund up to ₹[\d.,]+\.$/)).toBeVisible();
  await refund.getByLabel(/^Amount \(INR\)/).fill('5.25');
  await refund.getByRole('button', { name: 'Refund' }).click();
  await confirmRefund(page, '₹5.25');

  await expectStatusMessage(page, adminOrderMessages.refundDone);
  await expect(panel(page, 'Payments')).toContainText('Refund of ₹5.25');
  await expect(page.getByRole('main').getByText('Partially refunded')).toBeVisible();
  await expect(panel(page, packingMessages.toShip)).toContainText(/SKU: \S+/);
  await expect(money.getByRole('row', { name: /^Refunded/ })).toContainText('-₹5.25');
});

test('a note is saved with its line breaks', async ({ page, signIn, orderOf }) => {
  const { id } = await orderOf();
  await signIn('support');
  await gotoHydrated(page, `/admin/orders/${id}`);

  const notes = panel(page, adminOrderMessages.timeline);
  await notes.getByRole('button', { name: 'Add note' }).click();
  await expect(notes.getByText(adminOrderMessages.noteMissing)).toBeVisible();
  await notes.getByLabel(/^Note/).fill('Rang twice.\nNo answer.');
  await notes.getByRole('button', { name: 'Add note' }).click();

  await expectStatusMessage(page, adminOrderMessages.noteAdded);
  await expect(notes.getByText('Rang twice.')).toBeVisible();
  await expect(notes.getByLabel(/^Note/)).toHaveValue('');
});

test('an email is resent', async ({ page, signIn, orderOf, inbox }) => {
  const { id, customer } = await orderOf();
  await inbox(customer.email, 'has been placed');
  await signIn('support');
  await gotoHydrated(page, `/admin/orders/${id}`);

  await panel(page, 'Timeline')
    .getByRole('button', { name: /^Resend/ })
    .click();

  await expectStatusMessage(page, adminOrderMessages.resent);
  await inbox(customer.email, 'has been placed', 2);
});

test('text written by a customer is escaped in the admin panel and runs no script', async ({
  page,
  signIn,
  orderOf,
  sql,
}) => {
  const violations: string[] = [];
  page.on('dialog', (dialog) => void dialog.dismiss().then(() => violations.push('a script ran')));
  page.on('console', (line) => /Content Security Policy/.test(line.text()) && violations.push(line.text()));
  const payload = `"><img src=x onerror=alert(1)></script><script>alert(2)</script>{{7*7}}`;
  const { id, number } = await orderOf({ name: payload });
  await sql.query(
    `update orders set shipping_address = jsonb_set(shipping_address, '{line1}', to_jsonb($2::text)) where id = $1`,
    [id, payload],
  );
  await sql.query('insert into order_notes (order_id, body) values ($1, $2)', [id, payload]);
  await signIn('admin');

  await gotoHydrated(page, `/admin/orders?q=${number}`);
  await expect(page.getByRole('cell').getByText(payload)).toBeVisible();
  await gotoHydrated(page, `/admin/orders/${id}`);
  await expect(panel(page, 'Timeline').getByText(payload, { exact: true })).toBeVisible();
  await expect(panel(page, 'Customer').getByText(payload).first()).toBeVisible();

  expect(violations).toEqual([]);
});

test('a packer cannot cancel, refund or export, and read-only has no actions', async ({ page, signIn, orderOf }) => {
  const { id } = await orderOf({ paid: true });
  await signIn('packer');
  await page.goto(`/admin/orders/${id}`);
  await expect(statusForm(page).getByRole('option', { name: 'Cancelled' })).toHaveCount(0);
  await expect(refundSummary(page)).toHaveCount(0);
  await page.goto('/admin/orders');
  await expect(page.getByRole('link', { name: 'Export CSV' })).toHaveCount(0);

  await page.context().clearCookies();
  await signIn('read-only');
  await page.goto(`/admin/orders/${id}`);
  await expect(panel(page, adminOrderMessages.money)).toBeVisible();
  await expect(page.getByRole('main').locator('form')).toHaveCount(0);
});

test('RTE-019 an order status is updated by keyboard alone', async ({ page, signIn, orderOf }) => {
  const { id, number } = await orderOf();
  await signIn('admin');
  await gotoHydrated(page, '/admin/orders');

  await page.getByRole('link', { name: `View order #${number}` }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/admin/orders/${id}$`));
  await expect(page.getByRole('main')).toBeFocused();
  await statusForm(page).getByLabel(adminOrderMessages.newStatus).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');

  await expectStatusMessage(page, orderMessages.statusUpdated);
});

test('RTE-019 an admin order page has no axe violations', async ({ page, signIn, orderOf }) => {
  const { id } = await orderOf({ paid: true, name: 'A'.repeat(120) });
  await signIn('admin');
  await gotoHydrated(page, `/admin/orders/${id}`);

  await expectAccessible(page);
});
