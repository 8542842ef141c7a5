/** The provider's REST API, as used by its SDK. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Capture, Notes, shownOrder } from './entities.ts';
import { assertMinimum, ProviderError, read } from './errors.ts';
import type { Provider } from './provider.ts';
import type { Records } from './records.ts';
import type { Refunds } from './refunds.ts';

const ALL_OF_ONE_ORDER = 100;

/** The SDK sends numbers, other clients numeric strings. */
const wholeNumber = z.union([z.int(), z.string().regex(/^\d+$/).transform(Number)], 'The amount must be an integer.');
const currency = z.string().regex(/^[A-Z]{3}$/, 'The currency is not supported.');
const receipt = z.string().max(40, 'The receipt may not be greater than 40 characters.').nullish();

const OrderInput = z.strictObject({
  amount: wholeNumber,
  currency,
  receipt,
  notes: Notes.optional(),
  payment: z.looseObject({ capture: Capture }).optional(),
});
const CaptureInput = z.strictObject({ amount: wholeNumber, currency: currency.optional() });
const RefundInput = z.strictObject({
  amount: wholeNumber.optional(),
  speed: z.enum(['normal', 'optimum']).optional(),
  notes: Notes.optional(),
  receipt,
});

const count = z.coerce.number().int().min(0);
const Page = z.object({
  from: count.default(0),
  to: count.default(Number.MAX_SAFE_INTEGER),
  count: count.max(100, 'The count may not be greater than 100.').default(10),
  skip: count.default(0),
});
const OrderPage = Page.extend({ receipt: z.string().optional() });
const Id = z.object({ id: z.string() });
const RefundOfPayment = Id.extend({ refundId: z.string() });

type Dependencies = { records: Records; provider: Provider; refunds: Refunds; keyId: string; keySecret: string };

export async function restRoutes(app: FastifyInstance, { records, provider, refunds, keyId, keySecret }: Dependencies) {
  const credentials = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`;
  app.addHook('onRequest', async (request) => {
    if (request.headers.authorization !== credentials)
      throw new ProviderError('Authentication failed', { status: 401 });
  });
  const idOf = (params: unknown) => read(Id, params).id;

  app.post('/v1/orders', async (request) => {
    const { payment, ...order } = read(OrderInput, request.body);
    assertMinimum(order.amount, order.currency);
    return shownOrder(provider.createOrder({ ...order, capture: payment?.capture }));
  });
  app.get('/v1/orders', async (request) => {
    const page = read(OrderPage, request.query);
    const orders = [...records.orders.values()].map(shownOrder);
    return collection(page.receipt ? orders.filter((order) => order.receipt === page.receipt) : orders, page);
  });
  app.get('/v1/orders/:id', async (request) => shownOrder(records.order(idOf(request.params))));
  app.get('/v1/orders/:id/payments', async (request) =>
    collection(records.paymentsOf(records.order(idOf(request.params)).id), { count: ALL_OF_ONE_ORDER }),
  );

  app.get('/v1/payments', async (request) => collection([...records.payments.values()], read(Page, request.query)));
  app.get('/v1/payments/:id', async (request) => records.payment(idOf(request.params)));
  app.post('/v1/payments/:id/capture', async (request) => {
    const { amount, currency } = read(CaptureInput, request.body);
    return provider.capturePayment(idOf(request.params), amount, currency);
  });

  app.post('/v1/payments/:id/refund', async (request) => {
    const key = request.headers['x-refund-idempotency']?.toString();
    return refunds.create(idOf(request.params), read(RefundInput, request.body), key);
  });
  app.get('/v1/payments/:id/refunds', async (request) => {
    const { id } = records.payment(idOf(request.params));
    const ofPayment = [...records.refunds.values()].filter((refund) => refund.payment_id === id);
    return collection(ofPayment, read(Page, request.query));
  });
  app.get('/v1/payments/:id/refunds/:refundId', async (request) => {
    const { id, refundId } = read(RefundOfPayment, request.params);
    const refund = records.refund(refundId);
    if (refund.payment_id !== id) throw new ProviderError('The id provided does not exist');
    return refund;
  });
  app.get('/v1/refunds', async (request) => collection([...records.refunds.values()], read(Page, request.query)));
  app.get('/v1/refunds/:id', async (request) => records.refund(idOf(request.params)));

  app.get('/v1/disputes', async (request) => collection([...records.disputes.values()], read(Page, request.query)));
  app.get('/v1/disputes/:id', async (request) => records.dispute(idOf(request.params)));
}

/** Newest first, like the provider. */
function collection<T extends { created_at: number }>(
  things: T[],
  { from = 0, to = Number.MAX_SAFE_INTEGER, skip = 0, count }: Partial<z.infer<typeof Page>>,
) {
  const items = things
    .filter((thing) => thing.created_at >= from && thing.created_at <= to)
    .reverse()
    .slice(skip, skip + (count ?? 10));
  return { entity: 'collection', count: items.length, items };
}
