import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkoutMessages } from '@shop/contracts/checkout/messages';
import { fillCart } from '../../pages/cart.ts';
import { CUFFLINKS, errorAlert, expectOrderPlaced, method, payButton } from '../../pages/checkout.ts';
import { expectAccessible } from '../../support/accessibility.ts';
import { confirmEmail, gotoHydrated, insertAddresses, register } from '../../support/account.ts';
import { test as base, expect } from '../../support/fixtures.ts';
import { startSecondInstance } from '../../support/second-instance.ts';
import { NO_RATE_LIMIT } from '../../support/shop.ts';

/** A payment provider that rejects every order. */
async function aRejectingProvider() {
  const body = JSON.stringify({ error: { code: 'BAD_REQUEST_ERROR', description: 'Amount exceeds maximum amount.' } });
  const server = createServer((_request, response) =>
    response.writeHead(400, { 'content-type': 'application/json' }).end(body),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

const test = base.extend<{ withRejectingProvider: Awaited<ReturnType<typeof startSecondInstance>> }>({
  withRejectingProvider: [
    async ({ shop }, use) => {
      const provider = await aRejectingProvider();
      const instance = await startSecondInstance(shop.databaseUrl, {
        ...NO_RATE_LIMIT,
        ...shop.payment,
        RAZORPAY_API_URL: provider.url,
      });
      await use(instance);
      await instance.close();
      provider.close();
    },
    { timeout: 60_000 },
  ],
});

test('a charge rejected by the payment provider shows an error, and cash on delivery still works', async ({
  page,
  context,
  withRejectingProvider: instance,
  sql,
}) => {
  const { id } = await register(context, instance);
  await confirmEmail(sql, id);
  await insertAddresses(sql, id, 'Home');
  await fillCart({ context, shop: instance, sql }, CUFFLINKS);
  await gotoHydrated(page, `${instance.url}/checkout`);

  await payButton(page).click();

  await expect(errorAlert(page, checkoutMessages.chargeRejected)).toBeVisible();
  await expectAccessible(page);
  const { rows } = await sql.query('select status from checkouts where user_id = $1', [id]);
  expect(rows).toEqual([{ status: 'cancelled' }]);

  await method(page, 'Cash on delivery').check();
  await payButton(page).click();
  await expectOrderPlaced(page);
});
