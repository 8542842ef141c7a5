import { createHmac } from 'node:crypto';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, KEYS, open, type PayingPage, PREFILL, payNow, reportedEvents, test } from '../../pages/paying.ts';

async function expectPaid(page: Page, shop: PayingPage, orderId: string, method: string) {
  await expect(reportedEvents(page)).toHaveText(/^paid /);
  const [payment] = await shop.paymentsOf(orderId);
  const signed = createHmac('sha256', KEYS.secret).update(`${orderId}|${payment?.id}`).digest('hex');
  expect(payment).toMatchObject({ method, status: 'captured', amount: 129_900, email: PREFILL.email });
  const verification = { razorpay_payment_id: payment?.id, razorpay_order_id: orderId, razorpay_signature: signed };
  await expect(reportedEvents(page)).toHaveText(`paid ${JSON.stringify(verification)}`);
  await expect(page.locator('iframe')).toHaveCount(0);
}

test('the window shows the options of the store, in a frame of another origin', async ({ page, shop }) => {
  const { window } = await open(page, shop);

  await expect(window.getByText('Order of 2 items')).toBeVisible();
  await expect(window.getByText('ada@example.com, +919000090000')).toBeVisible();
  await expect(window.getByRole('button', { name: 'Pay ₹1,299.00' })).toBeVisible();
  await expect(window.getByLabel('Name on card')).toHaveValue('Ada Lovelace');
  await expect(page.locator('main input')).toHaveCount(0);
  expect(new URL(page.frames()[1]?.url() ?? '').origin).not.toBe(new URL(page.url()).origin);
});

test('a card payment is made by keyboard alone, and the focus returns', async ({ page, shop }) => {
  const { order, window, method } = await open(page, shop);

  await page.keyboard.press('Tab');
  await expect(window.getByRole('button', { name: 'Close payment' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(method('Card')).toBeFocused();
  for (const text of ['4100280000001007', '12/49', '123']) {
    await page.keyboard.press('Tab');
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');

  await expectPaid(page, shop, order.id, 'card');
  await expect(payNow(page)).toBeFocused();
});

test('the focus stays in the window', async ({ page, shop }) => {
  await open(page, shop);

  for (let i = 0; i < 12; i++) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BUTTON');
  }
});

test('a UPI payment succeeds', async ({ page, shop }) => {
  const { order, window, method } = await open(page, shop);

  await method('UPI').check();
  await window.getByLabel('UPI ID').fill('success@razorpay');
  await window.getByRole('button', { name: /^Pay/ }).click();

  await expectPaid(page, shop, order.id, 'upi');
});

for (const [name, choice] of [
  ['Wallet', 'MobiKwik'],
  ['Netbanking', 'Axis Bank'],
] as const)
  test(`a ${name} payment succeeds when the ${choice} page confirms it`, async ({ page, shop }) => {
    const { order, window } = await open(page, shop, { prefill: { ...PREFILL, method: name.toLowerCase() } });

    await window.getByRole('combobox').selectOption(choice);
    await window.getByRole('button', { name: /^Pay/ }).click();
    await expect(window.getByRole('heading', { name: choice })).toBeFocused();
    await window.getByRole('button', { name: 'Success' }).click();

    await expectPaid(page, shop, order.id, name.toLowerCase());
  });

test('a failed payment is reported to the shopper and the page, and can be retried', async ({ page, shop }) => {
  const { order, window, method } = await open(page, shop);
  await window.getByLabel('Card number').fill('4100 2800 0006 0003');
  await window.getByLabel('Expiry').fill('12/49');
  await window.getByLabel('CVV').fill('123');

  await window.getByRole('button', { name: /^Pay/ }).click();

  await expect(window.getByRole('alert')).toContainText('declined by the bank');
  await expect(reportedEvents(page)).toHaveText(/^failed .*"reason":"card_declined".*"order_id":"order_/);

  await method('Netbanking').check();
  await window.getByRole('button', { name: /^Pay/ }).click();
  await window.getByRole('button', { name: 'Failure' }).click();
  await expect(reportedEvents(page)).toHaveText([/card_declined/, /payment_failed/]);

  await method('UPI').check();
  await window.getByLabel('UPI ID').fill('success@razorpay');
  await window.getByRole('button', { name: /^Pay/ }).click();
  await expect(reportedEvents(page)).toHaveText([/^failed/, /^failed/, /^paid/]);
  expect((await shop.paymentsOf(order.id)).map(({ status }) => status)).toEqual(['captured', 'failed', 'failed']);
});

test('the window closes after a failure when retries are disabled', async ({ page, shop }) => {
  const { window, method } = await open(page, shop, { retry: { enabled: false } });

  await method('UPI').check();
  await window.getByLabel('UPI ID').fill('failure@razorpay');
  await window.getByRole('button', { name: /^Pay/ }).click();

  await expect(reportedEvents(page)).toHaveText([/^failed/, 'dismissed null']);
  await expect(page.locator('iframe')).toHaveCount(0);
});

for (const [how, close] of [
  ['its button', (page: Page) => page.frameLocator('iframe').getByRole('button', { name: 'Close payment' }).click()],
  ['Escape', (page: Page) => page.keyboard.press('Escape')],
] as const)
  test(`the window closes by ${how} and reports the dismissal`, async ({ page, shop }) => {
    const { order } = await open(page, shop);

    await close(page);

    await expect(reportedEvents(page)).toHaveText('dismissed null');
    await expect(page.locator('iframe')).toHaveCount(0);
    await expect(payNow(page)).toBeFocused();
    expect(await shop.paymentsOf(order.id)).toEqual([]);
  });

test('Escape can be disabled, and a click on the backdrop can close the window', async ({ page, shop }) => {
  const { window } = await open(page, shop, { modal: { escape: false, backdropclose: true } });

  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await window.getByText('Order of 2 items').click();
  await expect(window.getByRole('heading', { name: 'Crystalline' })).toBeVisible();
  await expect(reportedEvents(page)).toHaveCount(0);

  await page.mouse.click(10, 10);
  await expect(reportedEvents(page)).toHaveText('dismissed null');
});

test('only the enabled payment methods are shown', async ({ page, shop }) => {
  const { method } = await open(page, shop, { method: { card: false, wallet: false } });

  await expect(method('UPI')).toBeChecked();
  await expect(method('Netbanking')).toBeVisible();
  await expect(method('Card')).toBeHidden();
  await expect(method('Wallet')).toBeHidden();
});

test('an amount other than the order’s cannot be paid', async ({ page, shop }) => {
  const { window } = await open(page, shop, { amount: 100 });

  await expect(window.getByRole('alert')).toContainText('different from your order amount');
  await expect(window.getByRole('button', { name: /^Pay/ })).toBeHidden();
  await window.getByRole('button', { name: 'Close payment' }).click();
  await expect(reportedEvents(page)).toHaveText('dismissed null');
});

test('messages that are not from the provider are ignored', async ({ page, shop }) => {
  await open(page, shop);

  await page.evaluate(() => {
    const messageReceived = new Promise((resolve) => window.addEventListener('message', resolve, { once: true }));
    window.postMessage({ type: 'paid', verification: {} });
    return messageReceived.then(() => undefined);
  });

  await expect(page.locator('iframe')).toBeVisible();
  await expect(reportedEvents(page)).toHaveCount(0);
});

for (const width of [375, 1280])
  test(`the window has no axe violations at ${width} px`, async ({ page, shop }) => {
    await page.setViewportSize({ width, height: 900 });
    const { window, method } = await open(page, shop);
    const expectClean = async () => {
      const { violations } = await new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.target.join(' '))])).toEqual([]);
    };

    await expectClean();
    await method('Netbanking').check();
    await window.getByRole('button', { name: /^Pay/ }).click();
    await expect(window.getByRole('heading', { name: 'HDFC Bank' })).toBeVisible();
    await expectClean();
    await window.getByRole('button', { name: 'Failure' }).click();
    await expect(window.getByRole('alert')).toBeInViewport();
    await expectClean();
  });

test('nothing in the window is cut off at 320 px', async ({ page, shop }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  const { method } = await open(page, shop);

  for (const name of ['Card', 'UPI', 'Wallet', 'Netbanking']) {
    await method(name).check();
    const cutOff = await page.frames()[1]?.evaluate(
      () =>
        [...document.querySelectorAll('main *')].filter((element) => {
          const { left, right } = element.getBoundingClientRect();
          return left < 0 || right > 320 - 16;
        }).length,
    );
    expect(cutOff).toBe(0);
  }
});

test('the window closes when its timeout is over', async ({ page, shop }) => {
  await open(page, shop, { timeout: 2 });

  await expect(reportedEvents(page)).toHaveText('dismissed null');
  await expect(page.locator('iframe')).toHaveCount(0);
  await expect(payNow(page)).toBeFocused();
});
