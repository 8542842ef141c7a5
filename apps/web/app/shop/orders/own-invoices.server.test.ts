import { expect, onTestFinished, test } from 'vitest';
import { apiFor } from '#lib/api.server.ts';
import { startHttpServer } from '../../../test/http-server.ts';
import { loadOwnInvoice } from './own-invoices.server.ts';

const ORDER_ID = '01890000-0000-7000-8000-000000000000';

async function anApi(status: number, body: unknown) {
  const { url, stop } = await startHttpServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  onTestFinished(stop);
  return apiFor(new Request('http://localhost:3000/'), { url });
}

test.each([
  ['an error', 500, {}],
  ['an unknown order', 404, {}],
  ['a response of another contract', 200, { invoices: [] }],
])('an order has no invoice after %s, and the page no error', async (_answer, status, body) => {
  const api = await anApi(status, body);

  expect(await loadOwnInvoice(api, ORDER_ID, null)).toBeUndefined();
});
