import { expect, onTestFinished, test } from 'vitest';
import { apiFor } from '#lib/api.server.ts';
import { startHttpServer } from '../../../test/http-server.ts';
import { anOrder } from '../../../test/stub-order.ts';
import { loadOrderPage } from './own-order.server.ts';

const ORDER_ID = '01890000-0000-7000-8000-000000000000';

/** Answers with the order alone, and to a request for more with `more`. */
async function anApi(more: { status: number; body: unknown }) {
  const urls: string[] = [];
  const { url, stop } = await startHttpServer((request, response) => {
    urls.push(request.url ?? '');
    const { status, body } = request.url?.includes('?') ? more : { status: 200, body: anOrder };
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  onTestFinished(stop);
  return { urls, api: apiFor(new Request('http://localhost:3000/'), { url }) };
}

test('the page of an order reads it with all that belongs to it in one request', async () => {
  const { api, urls } = await anApi({ status: 200, body: { ...anOrder, invoices: [], messages: [] } });

  const { order, own } = await loadOrderPage(api, ORDER_ID);

  expect(order).toMatchObject({ id: anOrder.id });
  expect(own).toEqual({ returns: [], returnUntil: null });
  expect(urls).toEqual([`/api/orders/${ORDER_ID}?include=invoices&include=messages&include=returns`]);
});

test.each([
  ['an error', 500, {}],
  ['a part of another contract', 200, { ...anOrder, invoices: {} }],
])('the page of an order shows the order alone after %s', async (_answer, status, body) => {
  const { api } = await anApi({ status, body });

  expect(await loadOrderPage(api, ORDER_ID)).toMatchObject({ order: { id: anOrder.id }, invoices: [], messages: [] });
});
