import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sandboxControl } from '../support/sandbox-control.ts';
import { NO_RATE_LIMIT, type Shop, startShop } from '../support/shop.ts';
import { startOtlpReceiver } from './otlp-receiver.ts';
import { aPersistentCustomer } from './persistent-customer.ts';

type Receiver = Awaited<ReturnType<typeof startOtlpReceiver>>;
let receiver: Receiver;
let shop: Shop;
const EXPORTED = { timeout: 60_000 };

beforeAll(async () => {
  receiver = await startOtlpReceiver();
  const env = { ...NO_RATE_LIMIT, OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint };
  shop = await startShop({ email: true, payments: true, env });
});
afterAll(async () => {
  await shop?.stop();
  receiver?.stop();
});

/** The paths of all spans with this name, without the spans of transactions. */
const pathsTo = (wanted: string) =>
  receiver.spans
    .filter(({ name }) => name === wanted)
    .map((span) => receiver.pathOf(span).filter((step) => !step.endsWith(': transaction')));

async function aVariant() {
  const client = new pg.Client({ connectionString: shop.databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ id: string }>(
    `select variant_id as id from stock s join products p on p.id = s.product_id
      where p.sellable and p.status = 'published' and s.available > 0 limit 1`,
  );
  await client.end();
  return rows[0]?.id ?? '';
}

test('an order and its cancellation are one trace each, from the web server through API and worker to email and provider', async () => {
  const control = sandboxControl(shop.payment.SANDBOX_CONTROL_PORT);
  // A webhook could place the order first, in a trace of its own.
  await control.failWebhooks({ do: 'drop' });
  const customer = await aPersistentCustomer(shop, await aVariant());
  const { order } = await customer.start();
  const { orderId } = await customer.verify(await control.pay(order.id));

  const response = await fetch(`${shop.url}/orders/${orderId}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: shop.url, cookie: customer.cookie() },
    body: new URLSearchParams({ intent: 'cancel', key: randomUUID() }),
  });
  expect(response.headers.get('location')).toContain('done=cancelled');

  await expect
    .poll(() => pathsTo('POST /v1/orders'), EXPORTED)
    .toContainEqual(['web: POST /api/*', 'api: POST /api/payment/create-order', 'api: POST /v1/orders']);
  await expect
    .poll(() => pathsTo('POST /v1/payments/{id}/refund'), EXPORTED)
    .toContainEqual([
      'web: POST /orders/:orderId',
      'api: POST /api/orders/:id/cancellation',
      'api: send refund_payment',
      'worker: process refund_payment',
      'worker: POST /v1/payments/{id}/refund',
    ]);
  await expect
    .poll(() => pathsTo('smtp send'), EXPORTED)
    .toContainEqual([
      'web: POST /api/*',
      'api: POST /api/payment/verify',
      'api: send send_email',
      'worker: process send_email',
      'worker: smtp send',
    ]);
});
