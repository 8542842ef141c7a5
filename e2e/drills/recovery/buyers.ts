/** Customers who buy by cash and by card, and remember which orders were acknowledged, and when. */
import { setTimeout as pause } from 'node:timers/promises';
import { CheckoutStarted, PlacedOrder } from '@shop/contracts/checkout/schema';
import { aCustomer, paymentWindow } from '../../faults/persistent-customer.ts';
import { confirmEmail } from '../../support/database.ts';
import type { DrillStore } from './store.ts';

export type Acknowledged = { orderId: string; at: number; paymentId?: string };
export type Buyer = Awaited<ReturnType<typeof aBuyer>>;

/** A customer with a verified email address, which cash on delivery requires. */
export async function aBuyer(store: DrillStore, variantId: string) {
  const { email, sendOrFail } = await aCustomer(store);
  const addToCart = () => sendOrFail('/api/cart/items', { variantId });
  const startOrder = (paymentMethod: string) => sendOrFail('/api/payment/create-order', { paymentMethod });

  /** Opens the payment window; `pay` pays in it and returns what the page gets. */
  async function openPayment() {
    await addToCart();
    const { order } = paymentWindow((await startOrder('card')).body);
    return { pay: () => store.control.pay(order.id) };
  }
  return {
    id: await confirmEmail(store.sql, email),
    openPayment,
    deleteAccount: (password: string) => sendOrFail('/api/user/deletion', { password }),
    async buyForCash(): Promise<Acknowledged> {
      await addToCart();
      const started = CheckoutStarted.parse(JSON.parse((await startOrder('cod')).body));
      if (!('placed' in started)) throw new Error('A cash on delivery order was not placed at once.');
      return { orderId: started.placed.orderId, at: Date.now() };
    },
    async buyByCard(): Promise<Acknowledged> {
      const payment = await openPayment();
      const verification = await payment.pay();
      const { orderId } = PlacedOrder.parse(JSON.parse((await sendOrFail('/api/payment/verify', verification)).body));
      return { orderId, at: Date.now(), paymentId: verification.razorpay_payment_id };
    },
  };
}

/** The buyers buy until they are stopped, each the next order when the last one is acknowledged. */
export function startBuying(buyers: Buyer[]) {
  const acknowledged: Acknowledged[] = [];
  let [running, isDamaged] = [true, false];
  const failure = Promise.withResolvers<never>();
  failure.promise.catch(() => {});

  async function buyOnAndOn(buyer: Buyer, first: number) {
    for (let turn = first; running; turn++)
      acknowledged.push(await (turn % 2 === 0 ? buyer.buyForCash() : buyer.buyByCard()));
  }
  const ends = buyers.map((buyer, index) =>
    buyOnAndOn(buyer, index).catch((error: unknown) => {
      if (!isDamaged) failure.reject(error);
    }),
  );
  return {
    acknowledged,
    /** Resolves when so many orders are acknowledged; rejects when one fails. */
    async untilOrders(count: number) {
      while (acknowledged.length < count) await Promise.race([pause(20), failure.promise]);
    },
    /** From now on orders may fail. */
    expectFailures() {
      isDamaged = true;
    },
    async stop() {
      running = false;
      await Promise.all(ends);
    },
  };
}
