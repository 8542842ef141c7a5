import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkoutMessages } from '@shop/contracts/checkout-texts';
import { keepAddresses, register, wake } from './account.ts';
import { fillCart } from './cart-page.ts';
import { CUFFLINKS, method, payButton, refusal, seesSuccess } from './checkout-page.ts';
import { test as base, expect } from './fixtures.ts';
import { isForEverybody } from './for-everybody.ts';
import { CROWD, openSecondDoor } from './shop.ts';

/** A payment provider that refuses every order it is asked to open. */
async function aRefusingProvider() {
  const body = JSON.stringify({ error: { code: 'BAD_REQUEST_ERROR', description: 'Amount exceeds maximum amount.' } });
  const server = createServer((_request, response) =>
    response.writeHead(400, { 'content-type': 'application/json' }).end(body),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

const test = base.extend<{ refusing: Awaited<ReturnType<typeof openSecondDoor>> }>({
  refusing: [
    async ({ shop }, use) => {
      const provider = await aRefusingProvider();
      const door = await openSecondDoor(shop.databaseUrl, {
        ...CROWD,
        ...shop.payment,
        RAZORPAY_API_URL: provider.url,
      });
      await use(door);
      await door.close();
      provider.close();
    },
    { timeout: 60_000 },
  ],
});

test('a charge the payment provider refuses is reported, and the order can be placed by cash on delivery', async ({
  page,
  context,
  refusing,
  sql,
}) => {
  const { id } = await register(context, refusing);
  await keepAddresses(sql, id, 'Home');
  await fillCart({ context, shop: refusing, sql }, CUFFLINKS);
  await wake(page, `${refusing.url}/checkout`);

  await payButton(page).click();

  await expect(refusal(page, checkoutMessages.chargeRefused)).toBeVisible();
  await isForEverybody(page);
  const { rows } = await sql.query('select status from checkouts where user_id = $1', [id]);
  expect(rows).toEqual([{ status: 'cancelled' }]);

  await method(page, 'Cash on delivery').check();
  await payButton(page).click();
  await seesSuccess(page);
});
