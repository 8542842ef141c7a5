import { Order } from '@shop/contracts/orders/schema';
import { shippingMessages } from '@shop/contracts/orders/shipping-messages';
import { FRAME, TRIO } from '../../pages/cart.ts';
import { main, placeOrder } from '../../pages/checkout.ts';
import { expectAccessible } from '../../support/accessibility.ts';
import { addShipment } from '../../support/admin-session.ts';
import { expect, test } from '../../support/fixtures.ts';

const UPS_URL = 'https://www.ups.com/track?tracknum=1Z999AA10123456784';

for (const javaScriptEnabled of [true, false])
  test.describe(`JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('an order in two shipments shows carrier, tracking and items of each, also on the tracking page', async ({
      page,
      context,
      browser,
      shop,
      sql,
      signIn,
    }) => {
      const customer = await signIn();
      const orderId = await placeOrder({ context, shop, sql }, customer, TRIO, FRAME);
      const { items } = Order.parse(await (await context.request.get(`${shop.url}/api/orders/${orderId}`)).json());
      const ship = (name: string, more: object) =>
        addShipment({ browser, shop, sql }, orderId, {
          items: items.filter((item) => item.name === name).map(({ id, quantity }) => ({ orderItemId: id, quantity })),
          ...more,
        });
      const shipment = (name: string) => main(page).getByRole('article', { name, exact: true });

      await ship(TRIO.name, { carrier: 'UPS', trackingNumber: '1Z999AA10123456784' });
      await page.goto('/orders');
      await expect(main(page).getByText(shippingMessages.partiallyShipped)).toBeVisible();
      await page.goto(`/orders/${orderId}`);

      await expect(main(page).getByText(shippingMessages.partiallyShipped, { exact: true })).toBeVisible();
      await expect(shipment('Shipment 1')).toContainText(`1 × ${TRIO.name}`);
      await expect(main(page).getByText(shippingMessages.remaining)).toBeVisible();
      await expect(main(page).getByRole('button', { name: 'Cancel order' })).toHaveCount(0);

      await ship(FRAME.name, {});
      await page.reload();

      await expect(shipment('Shipment 1 of 2')).toContainText('UPS');
      await expect(shipment('Shipment 1 of 2').getByRole('link')).toHaveAttribute('href', UPS_URL);
      await expect(shipment('Shipment 2 of 2')).toContainText(`1 × ${FRAME.name}`);
      await expect(main(page).getByText(shippingMessages.partiallyShipped)).toHaveCount(0);
      if (javaScriptEnabled) await expectAccessible(page);

      await page.goto('/track-order');
      await main(page).getByLabel('Order number').fill(orderId.slice(-8));
      await main(page).getByLabel('Email address').fill(customer.email);
      await main(page).getByRole('button', { name: 'Track order' }).click();
      await expect(shipment('Shipment 1 of 2').getByRole('link')).toHaveAttribute('href', UPS_URL);
      await expect(shipment('Shipment 2 of 2')).toBeVisible();
    });
  });
