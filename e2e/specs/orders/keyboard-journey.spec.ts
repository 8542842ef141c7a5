import { cartMessages } from '@shop/contracts/cart/messages';
import { catalogMessages } from '@shop/contracts/catalog/messages';
import { sizeGuideMessages } from '@shop/contracts/catalog/size-guide-messages';
import { checkoutMessages } from '@shop/contracts/checkout/messages';
import { guestCheckoutMessages } from '@shop/contracts/identity/guest-messages';
import { returnMessages, returnReasonLabels, returnStatusLabels } from '@shop/contracts/returns/messages';
import { drawer, TEE } from '../../pages/cart.ts';
import { addressField, expectOrderPlaced, main, method, payButton, paymentWindow } from '../../pages/checkout.ts';
import { tabTo } from '../../pages/keyboard.ts';
import { expectStatusMessage, gotoHydrated } from '../../support/account.ts';
import { setStatus } from '../../support/admin-session.ts';
import { expect, test } from '../../support/fixtures.ts';

test('a guest picks a size from the guide, buys it and returns it for another one with the keyboard only', {
  tag: '@journey',
}, async ({ page, browser, shop, sql }) => {
  test.slow();
  const press = (key: string) => page.keyboard.press(key);
  await gotoHydrated(page, `/product/${TEE.slug}`);

  const guideLink = main(page).getByRole('link', { name: sizeGuideMessages.title });
  const guide = page.getByRole('dialog', { name: sizeGuideMessages.title });
  await tabTo(page, guideLink);
  await press('Enter');
  await expect(guide).toBeVisible();
  await press('Escape');
  await expect(guide).toBeHidden();
  await expect(guideLink).toBeFocused();
  await press('Enter');
  await tabTo(page, guide.getByRole('radio', { name: 'XS' }));
  await press('ArrowDown');
  await expect(guide.getByRole('radio', { name: 'S', exact: true })).toBeChecked();
  await tabTo(page, guide.getByRole('button', { name: sizeGuideMessages.use('S') }));
  await press('Enter');
  await expect(guide).toBeHidden();
  await expect(guideLink).toBeFocused();
  await expect(main(page).getByRole('radio', { name: 'S', exact: true })).toBeChecked();

  await tabTo(page, main(page).getByRole('button', { name: catalogMessages.addToCart, exact: true }).first());
  await press('Enter');
  await expect(drawer(page).getByRole('heading', { name: cartMessages.heading })).toBeFocused();
  await tabTo(page, drawer(page).getByRole('link', { name: cartMessages.toCheckout }));
  await press('Enter');

  const guestForm = main(page).getByRole('form', { name: guestCheckoutMessages.guest });
  await tabTo(page, guestForm.getByLabel(/^Email/));
  await page.keyboard.type(`guest-${crypto.randomUUID()}@example.com`);
  await press('Enter');
  await expect(page).toHaveURL(/\/checkout$/);
  for (const [name, text] of [
    ['country', 'Canada'],
    ['recipient', 'Ada Lovelace'],
    ['line1', '1 Main Street'],
    ['city', 'Springfield'],
    ['state', 'Ontario'],
    ['postalCode', 'K1A 0B1'],
  ] as const) {
    await tabTo(page, addressField(page, name));
    await page.keyboard.type(text);
  }
  await tabTo(page, method(page, 'Card'));
  await tabTo(page, payButton(page));
  await press('Enter');

  await paymentWindow(page);
  await press('Escape');
  await expect(page.locator('iframe')).toHaveCount(0);
  await expect(payButton(page)).toBeFocused();
  // Focused at once; it is busy until the prices have been read again.
  await expect(payButton(page)).toBeEnabled();
  await press('Enter');
  const window = await paymentWindow(page);
  const frame = page.frames()[1];
  if (!frame) throw new Error('The payment window is not open.');
  for (const [label, text] of [
    ['Card number', '4100280000001007'],
    ['Expiry', '12/49'],
    ['CVV', '123'],
  ] as const) {
    await tabTo(page, window.getByLabel(label), frame);
    await page.keyboard.type(text);
  }
  await tabTo(page, window.getByRole('button', { name: /^Pay ₹/ }), frame);
  await press('Enter');

  const orderId = await expectOrderPlaced(page);
  await setStatus({ browser, shop, sql }, orderId, 'delivered');
  await tabTo(page, main(page).getByRole('link', { name: checkoutMessages.viewOrder }));
  await press('Enter');
  await expect(page).toHaveURL(`/orders/${orderId}`);
  await tabTo(page, main(page).getByRole('link', { name: returnMessages.title }));
  await press('Enter');
  const item = main(page).getByRole('listitem').filter({ hasText: 'Constellation Tee' });
  await tabTo(page, item.getByRole('checkbox'));
  await press('Space');
  await tabTo(page, item.getByLabel(returnMessages.reason));
  await page.keyboard.type(returnReasonLabels.too_small);
  await expect(item.getByRole('radio', { name: /^Another size/ })).toBeChecked();
  await tabTo(page, main(page).getByRole('button', { name: returnMessages.request }));
  await press('Enter');

  await expectStatusMessage(page, returnMessages.requested);
  await expect(main(page).getByText(returnStatusLabels.requested, { exact: true })).toBeVisible();
  await expect(main(page).getByText('is reserved for you until')).toBeVisible();
});
