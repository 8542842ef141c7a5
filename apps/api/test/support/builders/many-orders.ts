/** A small store of its own: several customers, sizes and orders at once, and what must add up in the end. */
import { randomUUID } from 'node:crypto';
import { minimumCharge } from '@shop/contracts/common/money';
import type { InjectOptions } from 'fastify';
import { expireCheckouts } from '#checkout/expire.ts';
import { reconcilePeriod } from '#checkout/reconcile.ts';
import { expireReturns } from '#returns/service.ts';
import { runRefundJobsOf } from '#test/jobs.ts';
import { PASSWORD } from './account.ts';
import { aVariant } from './cart.ts';
import { aGuestBuyer } from './guest-buyer.ts';
import { requestReturn, returnOptions, takeStep } from './returns/a-return.ts';
import { aCustomerWithCart, type StoreWithPayments, waitForWebhooks } from './store-with-payments.ts';

type RefundMode = 'processed' | 'pending' | 'failed' | 'refused';
export type Status = 'pending' | 'processing' | 'shipped' | 'delivered' | 'cancelled';

/** Numbers are places in lists, modulo their length: of customers, sizes, orders, returns or provider orders. */
export type Step =
  | {
      do: 'buy';
      who: number;
      sizes: number[];
      method: 'card' | 'cod';
      pay: 'success' | 'failure' | 'none';
      by: 'page' | 'webhook' | 'none';
    }
  | { do: 'payAgain'; which: number; surplus: boolean }
  | { do: 'status'; which: number; to: Status; returnToStock: boolean }
  | { do: 'ship'; which: number }
  | { do: 'cancel'; which: number }
  | { do: 'refundPart'; which: number; share: number }
  | { do: 'return'; which: number; units: number; exchangeFor: number | null }
  | { do: 'decide'; which: number; decision: 'authorized' | 'declined' }
  | { do: 'receive'; which: number; restocked: number; writtenOff: number }
  | { do: 'refundReturn' | 'shipExchange' | 'deliverExchange' | 'cancelReturn' | 'expireReturn'; which: number }
  | { do: 'setRefunds'; to: RefundMode }
  | { do: 'settings'; to: number }
  | { do: 'logIn'; who: number }
  | { do: 'expire' | 'finishRefunds' | 'failRefunds' | 'retryRefunds' | 'work' };

const SIZES = [4, 3, 2, 1];
const SETTINGS = [
  { tax_bp: 1800, return_days: 7 },
  { tax_bp: 0, return_days: 0, standard_shipping_cents: 0 },
  { standard_shipping_cents: 1999, return_days: 90, return_hold_days: 1 },
  { unreturnable_category_ids: '{}', free_shipping_over_cents: 5_000 },
  { payment_currency: 'JPY', payment_rate: 150 },
  { payment_currency: 'KWD', payment_rate: 0.307 },
];
export const USUAL_SETTINGS = `tax_bp = 800, return_days = 30, return_hold_days = 14, standard_shipping_cents = 999,
  free_shipping_over_cents = null, unreturnable_category_ids = '{}', payment_currency = 'INR', payment_rate = 1`;

const keyed = () => ({ 'idempotency-key': randomUUID() });
const pick = <T>(all: T[], place: number) => all[place % Math.max(all.length, 1)];
let clients = 0;
/** A client of its own: what one may do is limited. */
const anIp = () => {
  clients += 1;
  return `10.${(clients >> 16) & 255}.${(clients >> 8) & 255}.${clients & 255}`;
};

type Response = { statusCode: number; body: string; json: () => { code?: string } };
/** What the histories have been through, by name. */
export type Reached = Map<string, number>;

export async function manyOrders(
  shop: StoreWithPayments,
  staff: Awaited<ReturnType<StoreWithPayments['anAdmin']>>,
  reached: Reached,
) {
  const { db, sql, sandbox, provider, log, work, guest } = shop;
  const startedAt = Date.now();
  const { variantIds } = await aVariant(shop, { quantities: SIZES, price: 100 });
  const note = (what: string) => reached.set(what, (reached.get(what) ?? 0) + 1);

  const accountBuyer = async () => {
    const headers = { 'x-forwarded-for': anIp() };
    const account = await aCustomerWithCart(shop, []);
    return {
      isGuest: false,
      id: account.id,
      get: account.get,
      post: (url: string, body?: InjectOptions['payload'], more: Record<string, string> = {}) =>
        account.post(url, body, { ...headers, ...more }),
    };
  };
  const guestBuyer = async () => {
    const headers = { 'x-forwarded-for': anIp() };
    const buyer = await aGuestBuyer(shop, { headers });
    return {
      isGuest: true,
      id: buyer.id,
      cookie: buyer.cookie,
      get: buyer.get,
      post: (url: string, body?: InjectOptions['payload'], more: Record<string, string> = {}) =>
        buyer.post(url, body, { ...headers, ...more }),
    };
  };
  type Buyer = { isGuest: boolean; id: string; cookie?: string } & Pick<
    Awaited<ReturnType<typeof accountBuyer>>,
    'get' | 'post'
  >;
  const buyers: Buyer[] = [await accountBuyer(), await accountBuyer(), await guestBuyer()];
  /** Also those who have logged in since: their orders are still part of the history. */
  const userIds = buyers.map(({ id }) => id);
  const providerOrderIds: string[] = [];

  const rowsOf = async <Row extends object>(text: string, more: unknown[] = []) =>
    (await sql.query<Row>(text, [userIds, ...more])).rows;
  const listOrders = () =>
    rowsOf<{ id: string; userId: string; status: Status }>(
      'select id, user_id as "userId", status from orders where user_id = any ($1) order by id',
    );
  const listReturns = () =>
    rowsOf<{ id: string; orderId: string; userId: string; status: string; lineId: string; units: number }>(
      `select r.id, r.order_id as "orderId", o.user_id as "userId", r.status, l.id as "lineId", l.quantity as units
         from returns r join orders o on o.id = r.order_id join return_lines l on l.return_id = r.id
        where o.user_id = any ($1) order by r.id`,
    );
  const buyerOf = ({ userId }: { userId: string }) => buyers.find(({ id }) => id === userId);

  /** A request may be rejected, and a busy machine may time out, but nothing may break. */
  function accept(response: Response | undefined) {
    if (!response) return undefined;
    if (response.statusCode >= 500 && response.statusCode !== 503) throw new Error(response.body);
    if (response.statusCode === 409) note(`rejected: ${response.json().code}`);
    return response;
  }

  async function buy({ who, sizes, method, pay, by }: Extract<Step, { do: 'buy' }>) {
    const buyer = pick(buyers, who);
    if (!buyer) return;
    for (const size of sizes)
      accept(await buyer.post('/api/cart/items', { variantId: pick(variantIds, size), quantity: 1 }));
    const started = accept(await buyer.post('/api/payment/create-order', { paymentMethod: method }, keyed()));
    if (started?.statusCode !== 200) return;
    const body: { order?: { id: string } } = JSON.parse(started.body);
    if (!body.order) return;
    const { id } = body.order;
    if (!providerOrderIds.includes(id)) providerOrderIds.push(id);
    if (pay !== 'none') await payAt(buyer, id, { outcome: pay }, by);
    // Noted at once: a login makes it the account's.
    if (buyer.isGuest && (await listOrders()).some(({ userId }) => userId === buyer.id)) note('order of a guest');
  }

  async function payAt(buyer: Buyer | undefined, id: string, how: object, by: 'page' | 'webhook' | 'none') {
    const before = (await sql.query(`select status from checkouts where provider_order_id = $1`, [id])).rows[0];
    // The provider rejects a payment for an order that is paid.
    const paid = await sandbox.pay(id, how).catch(() => undefined);
    if (!paid) return;
    if (before?.status === 'expired') note('late payment');
    if (by === 'page' && paid.verification.razorpay_signature)
      accept(await (buyer ?? guest).post('/api/payment/verify', paid.verification));
    if (by === 'webhook') {
      await waitForWebhooks(shop, id, 1);
      await work();
    }
  }

  async function expire() {
    // Two hours ago: the limit of checkouts that expired unpaid is about the last hour.
    await rowsOf(
      `update checkouts set expires_at = now() - interval '2 hours' where user_id = any ($1) and status = 'open' returning id`,
    );
    await expireCheckouts(db);
  }

  async function requestAReturn({ which, units, exchangeFor }: Extract<Step, { do: 'return' }>) {
    const order = pick(
      (await listOrders()).filter(({ status }) => status === 'delivered'),
      which,
    );
    const buyer = order && buyerOf(order);
    if (!order || !buyer) return;
    const options = await returnOptions(buyer, order.id);
    const line = pick(options.items ?? [], which);
    if (!line) return;
    const { orderItemId, exchangeLineId, exchanges } = line;
    const size = exchangeFor === null ? undefined : pick(exchanges, exchangeFor);
    const outcome = size ? ('exchange' as const) : ('refund' as const);
    const asked = {
      orderItemId,
      exchangeLineId: exchangeLineId ?? undefined,
      quantity: units,
      outcome,
      variantId: size?.variantId,
    };
    const response = accept(await requestReturn(buyer, order.id, [asked]));
    if (response?.statusCode !== 200) return;
    const { rows } = await sql.query('select available from stock where variant_id = $1', [size?.variantId ?? null]);
    if (size && Number(rows[0]?.available) === 0) note('exchange with the last unit');
  }

  async function stepOfReturn(step: Extract<Step, { which: number }>) {
    const found = pick(await listReturns(), step.which);
    if (!found) return;
    const { id, orderId, lineId, status } = found;
    switch (step.do) {
      case 'decide': {
        const { decision } = step;
        return accept(
          await takeStep(staff, id, 'decision', decision === 'declined' ? { decision, reason: 'Worn' } : { decision }),
        );
      }
      case 'receive': {
        const { restocked, writtenOff } = step;
        const response = accept(
          await takeStep(staff, id, 'receipt', { lines: [{ id: lineId, restocked, writtenOff }] }),
        );
        if (status === 'expired' && response?.statusCode === 200) note('parcel after its return expired');
        return;
      }
      case 'refundReturn':
        return accept(await takeStep(staff, id, 'refund'));
      case 'shipExchange':
        return accept(await takeStep(staff, id, 'exchange', { carrier: 'UPS', trackingNumber: '', trackingUrl: '' }));
      case 'deliverExchange':
        return accept(await takeStep(staff, id, 'exchange/delivery'));
      case 'cancelReturn':
        return accept(
          await buyerOf(found)?.post(`/api/orders/${orderId}/returns/${id}/cancellation`, undefined, keyed()),
        );
      case 'expireReturn':
        await sql.query(
          `update returns set expires_at = now() - interval '1 minute' where id = $1 and status = 'authorized'`,
          [id],
        );
        await expireReturns(db, (error) => {
          throw error;
        });
    }
  }

  async function stepOfOrder(step: Extract<Step, { which: number }>) {
    const order = pick(await listOrders(), step.which);
    if (!order) return;
    const { id } = order;
    switch (step.do) {
      case 'status': {
        const { to: status, returnToStock } = step;
        return accept(await staff.put(`/api/orders/${id}/status`, { status, returnToStock }, keyed()));
      }
      case 'ship': {
        const { rows } = await sql.query('select id from order_lines where order_id = $1 limit 1', [id]);
        const items = [{ orderItemId: rows[0]?.id, quantity: 1 }];
        return accept(await staff.post(`/api/admin/orders/${id}/shipments`, { items, notify: false }, keyed()));
      }
      case 'cancel':
        return accept(await buyerOf(order)?.post(`/api/orders/${id}/cancellation`, undefined, keyed()));
      case 'refundPart': {
        const { refundable, charge } = (await staff.get(`/api/admin/orders/${id}`)).json();
        const digits = ({ JPY: 0, KWD: 3 } as Record<string, number>)[charge.currency] ?? 2;
        // Some providers take no fewer than whole hundredths: multiples of ten of a thousandth.
        const minor = Math.floor((refundable * step.share) / 10) * 10;
        const body = { amount: minor / 10 ** digits, reason: 'A scratch' };
        const response = accept(await staff.post(`/api/admin/orders/${id}/refunds`, body, keyed()));
        const isOpen = (await listReturns()).some(
          (each) => each.orderId === id && ['requested', 'authorized', 'received'].includes(each.status),
        );
        if (response && response.statusCode < 300 && isOpen) note('partial refund while a return is open');
      }
    }
  }

  const setRefunds = (to: RefundMode) =>
    sandbox.setAccount(to === 'refused' ? { balance: 0 } : { refund_outcome: to, balance: null });

  const workRefunds = () => runRefundJobsOf(shop, userIds);

  async function finishRefunds(status: 'processed' | 'failed') {
    const pending = await rowsOf<{ id: string }>(
      `select r.provider_refund_id as id from refunds r join payments p on p.id = r.payment_id
         join checkouts c on c.id = p.checkout_id
        where c.user_id = any ($1) and r.status = 'pending' and r.provider_refund_id is not null`,
    );
    for (const { id } of pending) await sandbox.finishRefund(id, status).catch(() => undefined);
    await workRefunds();
  }

  async function retryRefunds() {
    const failed = await rowsOf<{ id: string }>(
      `select r.id from refunds r join payments p on p.id = r.payment_id join checkouts c on c.id = p.checkout_id
        where c.user_id = any ($1) and r.status = 'failed' and not exists (select from refunds n where n.retry_of = r.id)`,
    );
    for (const { id } of failed)
      if (accept(await staff.post(`/api/admin/refunds/${id}/retry`, undefined, keyed()))?.statusCode === 204)
        note('retried refund');
    await workRefunds();
  }

  async function logIn(who: number) {
    const visitor = pick(buyers, who);
    if (!visitor?.isGuest || !visitor.cookie) return;
    const account = await shop.aShopper({ password: PASSWORD });
    const open = (
      await rowsOf(`select from checkouts where user_id = any ($1) and user_id = $2 and status = 'open'`, [visitor.id])
    ).length;
    const headers = { 'x-forwarded-for': anIp(), cookie: visitor.cookie };
    const response = accept(await guest.post('/api/auth/login', { email: account.email, password: PASSWORD }, headers));
    if (response?.statusCode !== 200) return;
    note(open > 0 ? 'guest who logs in during a checkout' : 'guest who logs in');
    userIds.push(account.id);
    await sql.query(
      `insert into addresses (user_id, name, line1, line2, city, state, postal_code, country, is_default)
       values ($1, 'Home', '12 Analytical Street', $2, 'London', 'Greater London', 'W1J 7NT', 'United Kingdom', true)`,
      [account.id, randomUUID()],
    );
    buyers.push({ isGuest: false, id: account.id, get: account.get, post: account.post });
  }

  async function change(place: number) {
    const settings = Object.entries(pick(SETTINGS, place) ?? {});
    await sql.query(
      `update store_settings set ${settings.map(([name], index) => `${name} = $${index + 1}`).join(', ')}`,
      settings.map(([, value]) => value),
    );
    const open = await rowsOf(`select from checkouts where user_id = any ($1) and status = 'open'`);
    if (open.length > 0) note('settings that change during a checkout');
  }

  async function take(step: Step): Promise<unknown> {
    switch (step.do) {
      case 'buy':
        return buy(step);
      case 'payAgain': {
        const id = pick(providerOrderIds, step.which);
        return id && payAt(undefined, id, { surplus: step.surplus }, 'page');
      }
      case 'status':
      case 'ship':
      case 'cancel':
      case 'refundPart':
        return stepOfOrder(step);
      case 'return':
        return requestAReturn(step);
      case 'setRefunds':
        return setRefunds(step.to);
      case 'settings':
        return change(step.to);
      case 'logIn':
        return logIn(step.who);
      case 'expire':
        return expire();
      case 'finishRefunds':
        return finishRefunds('processed');
      case 'failRefunds':
        return finishRefunds('failed');
      case 'retryRefunds':
        return retryRefunds();
      case 'work':
        return work();
      default:
        return stepOfReturn(step);
    }
  }

  /** The provider recovers or stays as it is; then everything that waits is done, and compared with the provider. */
  async function end(recovers: boolean) {
    if (recovers) await setRefunds('processed');
    await expire();
    await reconcilePeriod({ db, provider, log }, new Date(startedAt - 1_000), new Date(Date.now() + 1_000));
    await workRefunds();
    if (!recovers) return;
    await finishRefunds('processed');
    await retryRefunds();
    await finishRefunds('processed');
  }

  /** In the minor units of the charges, by the provider's records and by ours. */
  async function readMoney() {
    let [received, refunded] = [0, 0];
    for (const orderId of providerOrderIds)
      for (const { id, status, amountMinor } of await provider.paymentsOf(orderId)) {
        if (status !== 'captured' && status !== 'refunded') continue;
        received += amountMinor;
        for (const refund of await provider.refundsOf(id))
          if (refund.status !== 'failed') refunded += refund.amountMinor;
      }
    const sum = async (text: string) => Number((await rowsOf<{ n: string }>(text))[0]?.n ?? 0);
    const ofPayments = `from payments p join checkouts c on c.id = p.checkout_id left join orders o on o.id = p.order_id
      where c.user_id = any ($1) and p.status in ('captured', 'refunded')`;
    const refundsOf = (condition: string) =>
      `coalesce((select sum(r.amount_minor) from refunds r where r.payment_id = p.id and ${condition}), 0)`;
    const owed = await rowsOf<{ left: string; currency: string }>(
      `select p.amount_minor - ${refundsOf("r.status <> 'failed'")} as left, p.currency ${ofPayments}
          and (o.id is null or o.status = 'cancelled')
          and exists (select from reconciliation_differences d left join refunds f on f.id = d.refund_id
                       where d.resolved_at is null and (f.payment_id = p.id or d.reference = p.provider_payment_id))`,
    );
    const total = (payments: typeof owed) => payments.reduce((sum, { left }) => sum + Number(left), 0);
    return {
      received,
      refunded,
      refundedByUs: await sum(`select sum(${refundsOf("r.status <> 'failed'")}) as n ${ofPayments}`),
      /** What orders keep of their charge. */
      ordered: await sum(
        `select sum(o.charge_minor - ${refundsOf("r.status <> 'failed'")}) as n ${ofPayments} and o.status <> 'cancelled'
            and o.charge_minor = p.amount_minor`,
      ),
      /** Without an order, or of a cancelled one: owed to the customer, and listed. */
      listed: total(owed),
      /** Of it, what the provider refunds: not the rest that a partial refund has left below its minimum. */
      refundable: total(owed.filter(({ left, currency }) => Number(left) >= minimumCharge(currency))),
    };
  }

  /** Of each size: its counters, and what they should be by orders, returns and movements. */
  async function readStock() {
    const { rows } = await sql.query(
      `select s.variant_id as id, s.available::int, s.reserved::int, s.sold::int, s.received::int,
              (select coalesce(sum(delta), 0)::int from stock_movements m where m.variant_id = s.variant_id) as moved,
              (select coalesce(sum(quantity), 0)::int from reservations r
                where r.variant_id = s.variant_id and r.status = 'sold') as "soldAtCheckout",
              (select coalesce(sum(restocked + written_off), 0)::int from returned_units u
                where u.variant_id = s.variant_id) as "cameBack",
              (select coalesce(sum(quantity), 0)::int from exchange_reservations e
                where e.variant_id = s.variant_id and e.status = 'sold') as exchanged,
              (select coalesce(sum(quantity), 0)::int from reservations r
                where r.variant_id = s.variant_id and r.status = 'reserved') as "reservedAtCheckout",
              (select coalesce(sum(quantity), 0)::int from exchange_reservations e
                where e.variant_id = s.variant_id and e.status = 'reserved') as "reservedForExchange"
         from stock s where s.variant_id = any ($1) order by s.variant_id`,
      [variantIds],
    );
    return variantIds.map((id, place) => ({ opening: SIZES[place] ?? 0, ...rows.find((row) => row.id === id) }));
  }

  return { take, end, readMoney, readStock };
}
