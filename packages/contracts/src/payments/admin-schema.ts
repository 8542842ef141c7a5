import { z } from 'zod';
import { after, dateSort } from '../common/filters.ts';
import { Id, Minor, Moment } from '../common/schema.ts';
import { DISPUTE_STATUSES } from './constants.ts';

const OrderReference = z
  .object({
    id: Id,
    number: z.string().describe('The last 8 characters of the id.'),
  })
  .meta({ id: 'OrderReference', description: 'The order that a payment is for.' });

export const PaymentDispute = z
  .object({
    id: Id,
    providerDisputeId: z.string().describe('The provider’s id of the dispute, to find it on the provider’s dashboard.'),
    providerPaymentId: z.string().describe('The provider’s id of the payment.'),
    amountMinor: Minor.describe('What is disputed of the payment.'),
    currency: z.string().describe('An ISO 4217 code.'),
    reason: z
      .string()
      .nullable()
      .describe(
        'The provider’s code, for example `goods_or_services_not_received_or_partially_received`; null if it gave none.',
      ),
    phase: z.string().nullable().describe('The provider’s code, for example `chargeback`; null if it gave none.'),
    status: z
      .enum(DISPUTE_STATUSES)
      .describe(
        '`open`: waits for the response of the store, which is given on the provider’s dashboard. `under_review`: the bank decides. `won`, `lost` and `closed` are final.',
      ),
    respondBy: Moment.nullable().describe('When the response is due; null if the provider gave no date.'),
    disputedAt: Moment.describe('When the dispute was opened, by the provider’s clock.'),
    order: OrderReference.nullable().describe('Null for a payment without an order.'),
  })
  .meta({
    id: 'PaymentDispute',
    description:
      'A payment that the payer disputes with their bank. The store changes neither order nor payment by itself.',
  });
export type PaymentDispute = z.infer<typeof PaymentDispute>;

export const PAYMENTS_SHOWN = 50;

export const PaymentQuery = z.strictObject({
  sort: dateSort.describe(
    'By when it was recorded; a minus is descending order. By default `-date`, the newest first.',
  ),
  after: after.describe('The id of the last payment of the previous page, as in its `Link`.'),
});

export type PaymentQuery = z.infer<typeof PaymentQuery>;

export const PaymentSummary = z
  .object({
    id: Id,
    providerPaymentId: z.string().describe('The provider’s id of the payment.'),
    amountMinor: Minor.describe('What was paid; refunds are not subtracted.'),
    currency: z.string().describe('An ISO 4217 code.'),
    status: z
      .enum(['captured', 'refunded'])
      .describe('`captured`: the store has the money, or a part of it. `refunded`: nothing of it remains.'),
    createdAt: Moment.describe('When the store recorded it.'),
    customer: z
      .object({
        id: Id,
        name: z.string().describe('The current name.'),
      })
      .nullable()
      .describe('Null for a payment that is not of a checkout of this store.'),
    order: OrderReference.nullable().describe('Null for a payment without an order.'),
  })
  .meta({ id: 'PaymentSummary', description: 'A payment that the store received, even if it was refunded since.' });

export type PaymentSummary = z.infer<typeof PaymentSummary>;

export const PaymentDifferenceQuery = z.strictObject({
  after: after.describe('The id of the last row of the previous page, as in its `Link`.'),
});
export type PaymentDifferenceQuery = z.infer<typeof PaymentDifferenceQuery>;

export const PaymentDifference = z
  .object({
    id: Id.describe('Of the difference; for `no_order`, which is none, of the payment.'),
    kind: z
      .string()
      .describe(
        '`not_processed`: it failed to be processed, and is retried. `missed`: found by reconciliation only. `amount_differs`: another amount or currency than the charge. `refunded_elsewhere`: on the provider’s dashboard. `refunded_twice`: there, after staff had paid it by other means. `refund_missing`: the provider has less refunded. `unknown_order`: of no checkout of this store. `no_order`: captured, without an order. `not_at_provider`: unknown to the provider. `refund_rejected`, `refund_failed`: by the provider, at once or later.',
      ),
    reference: z
      .string()
      .describe('The provider’s id of the payment or refund; of a refund that it rejected, that of the store.'),
    foundAt: Moment.describe('When it was found; of a `no_order` payment, when it was recorded.'),
    reason: z.string().nullable().describe('The message of the provider or of the store about it; null without one.'),
    amountMinor: Minor.nullable().describe('Of the refund or payment it is about; null if it is not known.'),
    currency: z.string().nullable().describe('An ISO 4217 code; null if it is not known.'),
    payment: z
      .object({
        id: Id,
        reference: z.string().describe('The provider’s id of the payment.'),
        canRefund: z
          .boolean()
          .describe('The row is about a captured payment without an order: all that is left of it can be refunded.'),
      })
      .nullable()
      .describe('Null if the store has no record of it.'),
    order: OrderReference.nullable().describe('Null for a payment without an order.'),
    refund: z
      .object({
        id: Id,
        canRetry: z.boolean().describe('It failed, was not retried before, and something of the payment is left.'),
      })
      .nullable()
      .describe('The refund it is about; null if it is about a payment, or the store has no record of the refund.'),
  })
  .meta({
    id: 'PaymentDifference',
    description:
      'Something to check: what the records of store and provider disagree about, until it is resolved; or a captured payment without an order.',
  });

export type PaymentDifference = z.infer<typeof PaymentDifference>;

export const PaymentRefund = z
  .strictObject({
    differenceId: Id.describe(
      'The open difference that the refund decides about. If it was resolved since, the refund is rejected, because the customer may have been paid by other means.',
    ),
  })
  .meta({ id: 'PaymentRefund', description: 'The refund of all that is left of a payment without an order.' });
