import { chargeOf, toBasisPoints, toCents, totalsOf } from '@shop/contracts/common/money';
import { OptionValues } from '@shop/contracts/common/schema';
import type { Address } from '@shop/contracts/identity/schema';
import type { Db } from '#platform/database/db.ts';
import { basisPoints, cents, json, orNull, text, uuid } from '#platform/database/row.ts';
import { count, first, one, rowsOf } from '#platform/database/sql.ts';
import { storeTerms } from '#settings/service.ts';
import type { SampleOrder } from './files.ts';
import { idAt, minutesBefore } from './ids.ts';

type SampleCustomer = {
  userId: string;
  email: string;
  addressId: string | undefined;
  address: Omit<Address, 'id' | 'recipient' | 'isDefault'>;
};
type Line = Awaited<ReturnType<typeof findLine>>;

/** Writes the rows of a past order: checkout, sold reservations, payment, order, history, shipment. */
export async function addOrder(
  tx: Db,
  sample: SampleOrder,
  customer: SampleCustomer,
  adminId: string | undefined,
  now: Date,
) {
  const placedAt = minutesBefore(now, sample.history[0]?.minutesAgo ?? 0);
  const lines: Line[] = [];
  for (const line of sample.lines) lines.push(await findLine(tx, line));
  const terms = await priceOrder(tx, sample, lines);
  const purchase = {
    ...terms,
    userId: customer.userId,
    addressId: customer.addressId,
    shippingAddress: customer.address,
    paymentMethod: sample.paymentMethod,
    shippingMethod: sample.shippingMethod,
    createdAt: placedAt,
  };

  const checkoutId = await completeCheckout(tx, purchase, lines);
  const orderId = idAt(placedAt, sample.number);
  const paid = sample.paymentMethod !== 'cod' || sample.history.some(({ status }) => status === 'delivered');
  const order = {
    ...purchase,
    id: orderId,
    checkoutId,
    email: customer.email,
    paymentStatus: paid ? 'paid' : 'pending',
    trackingNumber: sample.trackingNumber,
  };
  await tx.run(count('sample.insertOrder')`insert into orders ${rowsOf([order])}`);
  const orderLines = lines.map((line) => ({ ...line, orderId }));
  await tx.run(count('sample.insertOrderLines')`insert into order_lines ${rowsOf(orderLines)}`);
  if (sample.paymentMethod !== 'cod') {
    const payment = {
      checkoutId,
      orderId,
      provider: 'razorpay',
      providerOrderId: `order_sample_${sample.number}`,
      providerPaymentId: `pay_sample_${sample.number}`,
      method: sample.paymentMethod,
      amountMinor: terms.chargeMinor,
      currency: terms.chargeCurrency,
      rate: terms.chargeRate,
      status: 'captured',
      createdAt: placedAt,
    };
    await tx.run(count('sample.insertPayment')`insert into payments ${rowsOf([payment])}`);
  }
  await insertHistory(tx, orderId, sample, customer.userId, adminId, now);
  await insertShipment(tx, orderId, sample, adminId, now);
  const note = { orderId, authorUserId: adminId, body: sample.note };
  if (sample.note) await tx.run(count('sample.insertNote')`insert into order_notes ${rowsOf([note])}`);
  return orderId;
}

const line = {
  variantId: uuid,
  productId: uuid,
  name: text,
  optionValues: json(OptionValues),
  image: orNull(text),
  unitPriceCents: cents,
};

async function findLine(tx: Db, { sku, quantity }: SampleOrder['lines'][number]) {
  const found = await tx.run(
    first('sample.findLine', line)`
      select v.id as variant_id, p.id as product_id, p.name, v.option_values, i.url as image,
             p.current_price_cents + v.price_difference_cents as unit_price_cents
        from variants v join products p on p.id = v.product_id
        left join product_images i on i.product_id = p.id and i.position = 0
       where v.sku = ${sku}`,
  );
  if (!found) throw new Error(`The sample orders refer to ${sku}, which the sample does not contain.`);
  return { ...found, quantity };
}

async function priceOrder(tx: Db, sample: SampleOrder, lines: Line[]) {
  const { taxBp, paymentCurrency, paymentRate } = await storeTerms(tx);
  const code = sample.discountCode ?? null;
  const discountCode = await tx.run(
    first('sample.findDiscountCode', { id: uuid, percentBp: basisPoints })`
      select id, percent_bp from discount_codes where code = ${code}`,
  );

  const discountBp = discountCode?.percentBp ?? toBasisPoints(0);
  const { itemCount: _known, ...totals } = totalsOf(lines, {
    taxBp,
    discountBp,
    shippingCents: toCents(sample.shipping),
  });
  return {
    ...totals,
    discountCodeId: discountCode?.id ?? null,
    discountCode: code,
    discountBp,
    taxBp,
    chargeMinor: chargeOf(totals.totalCents, { paymentCurrency, paymentRate }),
    chargeCurrency: paymentCurrency,
    chargeRate: paymentRate,
  };
}

type Purchase = { userId: string; discountCodeId: string | null; createdAt: Date };

async function completeCheckout(tx: Db, purchase: Purchase, lines: Line[]) {
  const expiresAt = minutesBefore(purchase.createdAt, -15);
  const checkout = { ...purchase, cartVersion: 1, status: 'completed', expiresAt };
  const { id: checkoutId } = await tx.run(
    one('sample.insertCheckout', { id: uuid })`insert into checkouts ${rowsOf([checkout])} returning id`,
  );
  const checkoutLines = lines.map((bought) => ({ ...bought, checkoutId }));
  await tx.run(count('sample.insertCheckoutLines')`insert into checkout_lines ${rowsOf(checkoutLines)}`);

  for (const { variantId, quantity } of lines) {
    const reservation = { checkoutId, variantId, quantity, status: 'sold', expiresAt };
    await tx.run(count('sample.insertReservation')`insert into reservations ${rowsOf([reservation])}`);
    // The sold units are received in addition, so that the available stock stays as the sample says.
    const movement = { variantId, delta: quantity, reason: 'Received' };
    await tx.run(count('sample.insertMovement')`insert into stock_movements ${rowsOf([movement])}`);
    await tx.run(
      count('sample.updateStock')`
        update stock set received = received + ${quantity}, sold = sold + ${quantity} where variant_id = ${variantId}`,
    );
  }
  const { userId, discountCodeId } = purchase;
  if (discountCodeId) {
    await tx.run(count('sample.countUse')`update discount_codes set used = used + 1 where id = ${discountCodeId}`);
    const redemption = { discountCodeId, userId, checkoutId };
    await tx.run(count('sample.insertRedemption')`insert into discount_redemptions ${rowsOf([redemption])}`);
  }
  return checkoutId;
}

async function insertHistory(
  tx: Db,
  orderId: string,
  sample: SampleOrder,
  userId: string,
  adminId: string | undefined,
  now: Date,
) {
  for (const [index, { status, minutesAgo, notification }] of sample.history.entries()) {
    const createdAt = minutesBefore(now, minutesAgo);
    const placed = index === 0;
    const change = {
      orderId,
      seq: index + 1,
      fromStatus: sample.history[index - 1]?.status,
      toStatus: status,
      actor: placed ? 'customer' : 'admin',
      actorUserId: placed ? userId : adminId,
      createdAt,
    };
    const { id: historyId } = await tx.run(
      one('sample.insertStatusChange', { id: uuid })`
        insert into order_status_history ${rowsOf([change])} returning id`,
    );
    if (!placed) await tx.run(count('sample.updateStatus')`update orders set status = ${status} where id = ${orderId}`);
    if (!notification) continue;

    const { title, message, read } = notification;
    const values = {
      id: idAt(createdAt),
      userId,
      type: 'order',
      title,
      message,
      link: '/orders',
      historyId,
      readAt: read ? createdAt : null,
      createdAt,
    };
    await tx.run(count('sample.insertOrderNotification')`insert into notifications ${rowsOf([values])}`);
  }
}

/** One of all items, if the order was shipped and not cancelled later. */
async function insertShipment(
  tx: Db,
  orderId: string,
  { history, trackingNumber }: SampleOrder,
  createdBy: string | undefined,
  now: Date,
) {
  const shipped = history.find(({ status }) => status === 'shipped');
  if (!shipped || !trackingNumber || !['shipped', 'delivered'].includes(history.at(-1)?.status ?? '')) return;
  const shippedAt = minutesBefore(now, shipped.minutesAgo);
  const id = idAt(shippedAt);
  const shipment = { id, orderId, number: 1, trackingNumber, shippedAt, createdBy };
  await tx.run(count('sample.insertShipment')`insert into shipments ${rowsOf([shipment])}`);
  await tx.run(
    count('sample.insertShipmentItems')`
      insert into shipment_items (shipment_id, order_line_id, quantity)
      select ${id}::uuid, id, quantity from order_lines where order_id = ${orderId}`,
  );
}
