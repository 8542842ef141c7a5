import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { minor } from '@shop/contracts/common/money';
import { afterAll, expect, test } from 'vitest';
import { runInContextOf } from '#platform/request-context.ts';
import { connectProvider } from './payment-provider.ts';

const requests: IncomingMessage[] = [];
const server = createServer((request, response) => {
  requests.push(request);
  const refund = { id: 'rfnd_1', payment_id: 'pay_1', amount: 100, status: 'processed' };
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify(request.method === 'POST' ? refund : { items: [] }));
}).listen(0, '127.0.0.1');
await once(server, 'listening');
afterAll(() => server.close());

const { port } = server.address() as AddressInfo;
const settings = { keyId: 'key', keySecret: 'secret', webhookSecret: 'secret', previousWebhookSecret: undefined };
const provider = connectProvider({ url: `http://127.0.0.1:${port}`, ...settings }, { warn: () => {} });

test('the payment provider gets the id of the request or job on whose behalf it is called', async () => {
  await runInContextOf({ meta: { requestId: 'cancel-0001' } }, async () => {
    await provider.refundsOf('pay_1');
    await provider.createRefund({ paymentId: 'pay_1', refundId: 'ours', amountMinor: minor(100) });
  });
  await provider.refundsOf('pay_1');

  expect(requests.map(({ method, headers }) => [method, headers['x-request-id']])).toEqual([
    ['GET', 'cancel-0001'],
    ['POST', 'cancel-0001'],
    ['GET', undefined],
  ]);
});
