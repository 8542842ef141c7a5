import createClient from 'openapi-fetch';
import type { paths } from '../../generated/api-types.ts';
import { TRIO } from '../../pages/cart.ts';
import { main, placeOrder } from '../../pages/checkout.ts';
import { expect, test } from '../../support/fixtures.ts';

test('a client generated from the API reference logs in, lists orders and cancels one', async ({
  page,
  context,
  shop,
  sql,
  signIn,
}) => {
  const customer = await signIn();
  const orderId = await placeOrder({ context, shop, sql }, customer, TRIO);
  const api = createClient<paths>({ baseUrl: shop.url });

  const { data: login } = await api.POST('/api/auth/login', {
    body: { email: customer.email, password: customer.password },
  });
  if (!login || !('token' in login)) throw new Error('The login returned no token.');
  const { token } = login;
  api.use({
    onRequest({ request }) {
      request.headers.set('authorization', `Bearer ${token}`);
      return request;
    },
  });
  const { data: orders } = await api.GET('/api/orders');
  expect(orders?.map(({ id, status }) => ({ id, status }))).toEqual([{ id: orderId, status: 'pending' }]);

  const cancel = () =>
    api.POST('/api/orders/{id}/cancellation', {
      params: { path: { id: orderId }, header: { 'idempotency-key': crypto.randomUUID() } },
    });
  expect((await cancel()).data).toMatchObject({ id: orderId, status: 'cancelled' });
  // With another key it is a second cancellation, not a retry of the first.
  expect((await cancel()).error).toMatchObject({ status: 409, code: 'order_not_cancellable' });

  await page.goto(`/orders/${orderId}`);
  await expect(main(page).getByText(/^This order was cancelled on /)).toBeVisible();
});
