import type { InvoiceDocument } from '@shop/contracts/invoices/schema';
import { orderMessages } from '@shop/contracts/orders/messages';
import { expect, test } from 'vitest';
import { documentOf, invoicesOf } from '#test/builders/invoices.ts';
import { aPaidOrder, processRefundEvent, retryRefund } from '#test/builders/paid-order.ts';
import { createStoreWithPayments } from '#test/builders/store-with-payments.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { issueCreditNote } from './issue.ts';

const shop = await createStoreWithPayments();
checkInvariantsAfterAll(shop);
const { anAdmin, db, sandbox, sql, work } = shop;
const admin = await anAdmin();

test('a processed refund gets a credit note, and those of a whole refund add up to the invoice', async () => {
  const { customer, orderId, issuePartialRefund, cancel } = await aPaidOrder(shop, admin);
  expect((await issuePartialRefund(5)).statusCode).toBe(200);
  await work();
  const [invoice, partial] = await invoicesOf(customer, orderId);
  expect(partial).toMatchObject({ kind: 'credit_note', number: expect.stringMatching(/^CN-\d{4}-\d{6}$/) });

  expect((await cancel()).statusCode).toBe(200);
  await work();

  const issued = await invoicesOf(customer, orderId);
  expect(issued.map(({ kind }) => kind)).toEqual(['invoice', 'credit_note', 'credit_note']);
  const [sale, first, rest] = await Promise.all(issued.map(({ id }) => documentOf(customer, orderId, id)));
  if (!sale || !first || !rest) throw new Error('A document is missing.');
  expect(first).toMatchObject({ totalMinor: 500, corrects: invoice?.number, reason: null });
  expect(rest).toMatchObject({ corrects: invoice?.number, reason: orderMessages.refundReason });
  const taxOf = ({ taxes }: InvoiceDocument) => taxes.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  expect(first.totalMinor + rest.totalMinor).toBe(sale.totalMinor);
  expect(taxOf(first) + taxOf(rest)).toBe(taxOf(sale));
  for (const note of [first, rest]) expect(note.subtotalMinor + taxOf(note)).toBe(note.totalMinor);
});

test('a credit note is issued once by a job that runs twice', async () => {
  const { customer, orderId, cancel } = await aPaidOrder(shop, admin);
  await cancel();
  await work();
  const { rows } = await sql.query<{ id: string }>(
    'select r.id from refunds r join payments p on p.id = r.payment_id where p.order_id = $1',
    [orderId],
  );

  for (const { id } of rows) await Promise.all([issueCreditNote(db, id), issueCreditNote(db, id)]);

  expect(await invoicesOf(customer, orderId)).toHaveLength(2);
});

/** An order of which 5 were refunded and credited, before the provider reversed that. */
async function aReversedRefund() {
  const order = await aPaidOrder(shop, admin);
  await order.issuePartialRefund(5);
  await work();
  const [processed] = (await sandbox.ledgerEntries('refund.processed')).filter(
    ({ refund }) => refund?.payment_id === order.payment.id,
  );
  const providerRefundId = processed?.refund?.id ?? '';
  await sandbox.finishRefund(providerRefundId, 'failed');
  await processRefundEvent(shop, 'refund.failed', providerRefundId);
  const { customer, orderId } = order;
  const credits = async () => {
    const [, ...notes] = await invoicesOf(customer, orderId);
    const documents = await Promise.all(notes.map(({ id }) => documentOf(customer, orderId, id)));
    return documents.map(({ totalMinor }) => totalMinor);
  };
  expect(await credits()).toEqual([500]);
  return { ...order, credits };
}

test('a refund that was reversed and is retried is credited once', async () => {
  const { orderForCustomer, credits } = await aReversedRefund();
  const [failed] = (await orderForCustomer()).refunds;

  expect((await retryRefund(admin, failed?.id ?? '')).statusCode).toBe(204);
  await work();

  expect(await credits()).toEqual([500]);
});

test('another refund instead of one that was reversed is credited only above what is credited already', async () => {
  const { issuePartialRefund, credits } = await aReversedRefund();

  expect((await issuePartialRefund(5)).statusCode).toBe(200);
  await work();
  expect(await credits()).toEqual([500]);

  expect((await issuePartialRefund(3)).statusCode).toBe(200);
  await work();
  expect(await credits()).toEqual([500, 300]);
});
