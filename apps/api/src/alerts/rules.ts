import { ALERT_KINDS, type AlertKind } from '@shop/contracts/alerts/constants';
import { alertMessages } from '@shop/contracts/alerts/messages';
import { formatCharge } from '@shop/contracts/common/money';
import { Minor } from '@shop/contracts/common/schema';
import { z } from 'zod';

const alert = <Kind extends AlertKind, Details extends z.ZodType>(kind: Kind, details: Details) =>
  z.object({ kind: z.literal(kind), reference: z.string(), details });

export const Alert = z.discriminatedUnion('kind', [
  alert('payment_page_changed', z.object({ changes: z.array(z.string()) })),
  alert('failed_check', z.object({ violations: z.number() })),
  alert('payment_dispute', z.object({ amountMinor: Minor, currency: z.string(), respondBy: z.string().nullable() })),
  alert('reconciliation_difference', z.object({ kind: z.string(), reference: z.string() })),
  alert('pending_refund', z.object({ amountMinor: Minor, currency: z.string(), error: z.string().nullable() })),
  alert('failed_job', z.object({ task: z.string() })),
  alert('failed_payment', z.object({ amountMinor: Minor, currency: z.string() })),
  alert(
    'low_stock',
    z.object({
      name: z.string(),
      /** Option values in order; an object in alerts of an earlier release. */
      options: z.union([z.array(z.string()), z.record(z.string(), z.string())]),
      available: z.number(),
    }),
  ),
]);
export type Alert = z.infer<typeof Alert>;

type AlertGroup = { kind: AlertKind; count: number; examples: Alert[] };

function describeAlert(alert: Alert) {
  switch (alert.kind) {
    case 'payment_page_changed':
      return alert.details.changes.join(', ');
    case 'failed_check':
      return alertMessages.failedCheck(alert.reference, alert.details.violations);
    case 'payment_dispute': {
      const { amountMinor, currency, respondBy } = alert.details;
      return alertMessages.dispute(formatCharge(amountMinor, currency), respondBy);
    }
    case 'reconciliation_difference':
      return alertMessages.difference(alert.details.kind, alert.details.reference);
    case 'pending_refund': {
      const { amountMinor, currency, error } = alert.details;
      return alertMessages.pendingRefund(formatCharge(amountMinor, currency), error);
    }
    case 'failed_job':
      return alert.details.task;
    case 'failed_payment':
      return formatCharge(alert.details.amountMinor, alert.details.currency);
    case 'low_stock': {
      const { name, options, available } = alert.details;
      return alertMessages.lowStock([name, ...Object.values(options)].join(', '), available);
    }
  }
}

/** Most urgent first. */
export const digestOf = (groups: AlertGroup[]) =>
  groups
    .toSorted((a, b) => ALERT_KINDS.indexOf(a.kind) - ALERT_KINDS.indexOf(b.kind))
    .map(({ kind, count, examples }) => ({ kind, count, examples: examples.map(describeAlert) }));
