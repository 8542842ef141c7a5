/** Runs random checkouts, payments and refunds of one customer, and reads the balance that must add up at the end. */
import { expect } from 'vitest';
import { reconcilePeriod } from '#checkout/reconcile.ts';
import { runRefundJobsOf } from '#test/jobs.ts';
import { anAccount, anEmail, PASSWORD, sessionCookie } from './account.ts';
import { aVariant } from './cart.ts';
import { aGuestBuyer } from './guest-buyer.ts';
import {
  aCustomerWithCart,
  fillCart,
  type StoreWithPayments,
  startedCheckout,
  waitForWebhooks,
} from './store-with-payments.ts';

type RefundMode = 'processed' | 'pending' | 'failed' | 'refused';
/** Indexes are taken modulo the number of items. */
export type Step =
  | { do: 'begin'; express: boolean; upi: boolean }
  /** Guests correct their email address, or log in; with or without a cart of the account. */
  | { do: 'becomeAnother'; who: 'guest' | 'account' | 'account with a cart' }
  | { do: 'expire' | 'addToCart' | 'payCash' | 'sellOut' | 'retryRefunds' | 'work' }
  | {
      do: 'pay';
      which: number;
      outcome: 'success' | 'authorized' | 'failure';
      /** How the payment is reported to the store before the next step. */
      reportedBy: 'page' | 'webhook' | 'none';
      /** Pays an order that is already paid. */
      surplus: boolean;
    }
  | { do: 'payTwoAtOnce'; which: number; other: number }
  | { do: 'cancelOrder'; which: number }
  | { do: 'setRefunds'; to: RefundMode }
  | { do: 'finishRefunds'; status: 'processed' | 'failed' };

/** Any other status, above all 5xx, is a fault. */
const EXPECTED_STATUSES = [200, 204, 404, 409, 422];
const UNITS = 4;

export async function aPurchase(shop: StoreWithPayments, { asGuest = false } = {}) {
  const { db, sql, sandbox, provider, log, work } = shop;
  const startedAt = Date.now();
  const { variantId } = await aVariant(shop, { quantities: [UNITS], price: 100 });
  let customer: Buyer = asGuest
    ? await aGuestWithCart(shop, variantId)
    : await aCustomerWithCart(shop, [{ variantId }]);
  /** All that the buyer has been. */
  const ids = [customer.id];
  const staff = await shop.anAdmin();
  /** The provider's orders, oldest first. */
  const providerOrderIds: string[] = [];
  let unitsAdded = 1;

  const count = async (query: string) => Number((await sql.query(query, [ids])).rows[0]?.n ?? 0);
  const idsOf = async (query: string) => (await sql.query<{ id: string }>(query, [ids])).rows.map(({ id }) => id);
  const pick = <T>(all: T[], number: number) => all[number % all.length];
  async function expectKnownStatus(response: Promise<{ statusCode: number; body: string }>) {
    const { statusCode, body } = await response;
    expect(EXPECTED_STATUSES, body).toContain(statusCode);
  }

  /** Pays like the customer at the provider, which may reject a payment for an order that is already paid. */
  const payAt = (orderId: string, how: { outcome?: 'success' | 'authorized' | 'failure'; surplus?: boolean }) =>
    sandbox.pay(orderId, how).catch(() => undefined);

  async function startCheckout(body: object) {
    const response = await customer.start(body);
    if (response.statusCode !== 200) return expect(EXPECTED_STATUSES, response.body).toContain(response.statusCode);
    if (!('order' in response.json())) return;
    const { order } = startedCheckout(response);
    if (!providerOrderIds.includes(order.id)) providerOrderIds.push(order.id);
  }

  /** Two hours ago, so that the limit on checkouts expired within the last hour does not apply. */
  async function expire() {
    await sql.query(
      "update checkouts set expires_at = now() - interval '2 hours' where user_id = any ($1) and status = 'open'",
      [ids],
    );
    await sql.query("select graphile_worker.add_job('expire_checkouts')");
    await work();
  }

  async function pay({ which, outcome, reportedBy: news, surplus }: Extract<Step, { do: 'pay' }>) {
    const orderId = pick(providerOrderIds, which);
    if (!orderId) return;
    const paid = await payAt(orderId, { outcome, surplus });
    if (!paid) return;
    if (news === 'page' && outcome !== 'failure') await expectKnownStatus(customer.verify(paid.verification));
    if (news === 'webhook') {
      await waitForWebhooks(shop, orderId, 1);
      await work();
    }
  }

  async function payTwoAtOnce(orders: (string | undefined)[]) {
    const paid = await Promise.all(orders.map((id) => id && payAt(id, { surplus: true })));
    await Promise.all(paid.map((one) => one && expectKnownStatus(customer.verify(one.verification))));
  }

  const setRefunds = (to: RefundMode) =>
    sandbox.setAccount(to === 'refused' ? { balance: 0 } : { refund_outcome: to, balance: null });

  /** Finishes the refunds that the provider has accepted but not completed. */
  async function finishRefunds(status: 'processed' | 'failed') {
    const { rows } = await sql.query<{ id: string }>(
      `select r.provider_refund_id as id from refunds r join payments p on p.id = r.payment_id
         join checkouts c on c.id = p.checkout_id
        where c.user_id = any ($1) and r.status = 'pending' and r.provider_refund_id is not null`,
      [ids],
    );
    for (const { id } of rows) await sandbox.finishRefund(id, status).catch(() => undefined);
    await workRefunds();
  }

  const workRefunds = () => runRefundJobsOf(shop, ids);

  async function retryRefunds() {
    const failed = await idsOf(
      `select r.id from refunds r join payments p on p.id = r.payment_id join checkouts c on c.id = p.checkout_id
        where c.user_id = any ($1) and r.status = 'failed' and not exists (select from refunds n where n.retry_of = r.id)`,
    );
    for (const id of failed) await expectKnownStatus(staff.post(`/api/admin/refunds/${id}/retry`));
    await workRefunds();
  }

  async function cancelOrder(number: number) {
    const id = pick(await idsOf('select id from orders where user_id = any ($1) order by id'), number);
    if (id)
      await expectKnownStatus(
        customer.post(`/api/orders/${id}/cancellation`, undefined, { 'idempotency-key': crypto.randomUUID() }),
      );
  }

  /** An account stays one; all else moves with the buyer. */
  async function becomeAnother(who: Extract<Step, { do: 'becomeAnother' }>['who']) {
    const { cookie } = customer;
    if (!cookie) return;
    if (who === 'guest') {
      const again = await shop.guest.post('/api/auth/guest', { email: anEmail() }, { cookie });
      customer = await withAddress(asBuyer(shop, again.json().user.id, sessionCookie(again)));
    } else {
      const { email, user, cookie: own } = await anAccount(shop);
      if (who !== 'account') {
        await shop.guest.post('/api/cart/items', { variantId }, { cookie: own });
        unitsAdded += 1;
      }
      const login = await shop.guest.post('/api/auth/login', { email, password: PASSWORD }, { cookie });
      customer = await withAddress({ ...asBuyer(shop, user.id, sessionCookie(login)), cookie: undefined });
    }
    ids.push(customer.id);
  }

  /** Removes all available units. */
  const sellOut = () =>
    sql.query('update stock set received = received - available, available = 0 where variant_id = $1', [variantId]);

  async function takeStep(step: Step): Promise<unknown> {
    switch (step.do) {
      case 'begin':
        return startCheckout({
          paymentMethod: step.upi ? 'upi' : 'card',
          shippingMethod: step.express ? 'express' : 'standard',
        });
      case 'payCash':
        return startCheckout({ paymentMethod: 'cod' });
      case 'becomeAnother':
        return becomeAnother(step.who);
      case 'expire':
        return expire();
      case 'addToCart':
        unitsAdded += 1;
        return customer.fill([{ variantId }]);
      case 'pay':
        return pay(step);
      case 'payTwoAtOnce':
        return payTwoAtOnce([pick(providerOrderIds, step.which), pick(providerOrderIds, step.other)]);
      case 'cancelOrder':
        return cancelOrder(step.which);
      case 'sellOut':
        return sellOut();
      case 'setRefunds':
        return setRefunds(step.to);
      case 'finishRefunds':
        return finishRefunds(step.status);
      case 'retryRefunds':
        return retryRefunds();
      case 'work':
        return work();
    }
  }

  /** Reconciles with the provider, and runs every refund job that waits for its next attempt. */
  async function end({ refundsRecover }: { refundsRecover: boolean }) {
    if (refundsRecover) await setRefunds('processed');
    await reconcilePeriod({ db, provider, log }, new Date(startedAt - 1_000), new Date(Date.now() + 1_000));
    await workRefunds();
    if (!refundsRecover) return;
    await finishRefunds('processed');
    await retryRefunds();
  }

  /** In the minor unit of the charged currency. Uses the provider's records, not ours. */
  async function balance() {
    const payments = (await Promise.all(providerOrderIds.map((id) => provider.paymentsOf(id)))).flat();
    let [received, refunded] = [0, 0];
    for (const { id, status, amountMinor } of payments) {
      if (status !== 'captured' && status !== 'refunded') continue;
      received += amountMinor;
      for (const refund of await provider.refundsOf(id)) if (refund.status !== 'failed') refunded += refund.amountMinor;
    }
    const ordered = await count(
      `select sum(o.charge_minor) as n from orders o join payments p on p.order_id = o.id
        where o.user_id = any ($1) and o.payment_status = 'paid' and p.status = 'captured' and o.status <> 'cancelled'`,
    );
    // Listed on the Payments page, where staff can retry the refund.
    const listed = await count(
      `select sum(r.amount_minor) as n from reconciliation_differences d join refunds r on r.id = d.refund_id
         join payments p on p.id = r.payment_id join checkouts c on c.id = p.checkout_id
        where c.user_id = any ($1) and d.resolved_at is null`,
    );
    const ordersPerCartVersion = await count(
      `select max(orders) as n from (select count(*) as orders from orders o join checkouts c on c.id = o.checkout_id
         where o.user_id = any ($1) group by c.cart_id, c.cart_version) of_version`,
    );
    const unitsOrdered = await count(
      'select sum(l.quantity) as n from orders o join order_lines l on l.order_id = o.id where o.user_id = any ($1)',
    );
    return { received, ordered, refunded, listed, ordersPerCartVersion, unitsOrdered, unitsAdded };
  }

  return { take: takeStep, end, balance };
}

type Answer = ReturnType<StoreWithPayments['guest']['post']>;
type Buyer = {
  id: string;
  /** Of a guest, who can become another. */
  cookie?: string | undefined;
  post: (url: string, body?: object, headers?: Record<string, string>) => Answer;
  start: (body: object) => Answer;
  verify: (verification: object) => Answer;
  fill: (items: { variantId: string }[]) => Promise<unknown>;
};

function asBuyer(shop: StoreWithPayments, id: string, cookie: string): Buyer {
  const post: Buyer['post'] = (url, body, headers = {}) => shop.guest.post(url, body, { cookie, ...headers });
  return {
    ...{ id, cookie, post },
    start: (body) => post('/api/payment/create-order', body, { 'idempotency-key': crypto.randomUUID() }),
    verify: (verification) => post('/api/payment/verify', verification),
    fill: (items) => fillCart(shop, id, items),
  };
}

async function aGuestWithCart(shop: StoreWithPayments, variantId: string) {
  const { id, cookie } = await aGuestBuyer(shop);
  const buyer = asBuyer(shop, id, cookie);
  await buyer.post('/api/cart/items', { variantId });
  return buyer;
}

async function withAddress(buyer: Buyer) {
  const line1 = `${crypto.randomUUID()} Street`;
  const place = { city: 'Springfield', state: 'Illinois', postalCode: '560001', country: 'India' };
  await buyer.post('/api/addresses', { name: 'Home', recipient: 'Ada', line1, ...place });
  return buyer;
}
