import { ALERT_KINDS, type AlertKind } from '@shop/contracts/alerts/constants';
import { alertMessages } from '@shop/contracts/alerts/messages';
import { formatCharge } from '@shop/contracts/common/money';

export type Alert =
  | { kind: 'payment_page_changed'; reference: string; details: { changes: string[] } }
  | { kind: 'failed_check'; reference: string; details: { violations: number } }
  | {
      kind: 'payment_dispute';
      reference: string;
      details: { amountMinor: number; currency: string; respondBy: string | null };
    }
  | { kind: 'reconciliation_difference'; reference: string; details: { kind: string; reference: string } }
  | {
      kind: 'pending_refund';
      reference: string;
      details: { amountMinor: number; currency: string; error: string | null };
    }
  | { kind: 'failed_job'; reference: string; details: { task: string } }
  | { kind: 'failed_payment'; reference: string; details: { amountMinor: number; currency: string } }
  | {
      kind: 'low_stock';
      reference: string;
      /** Option values in order; an object in alerts of an earlier release. */
      details: { name: string; options: string[] | Record<string, string>; available: number };
    };

export type AlertGroup = { kind: AlertKind; count: number; examples: Alert[] };

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
