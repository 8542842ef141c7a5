import { ALERT_KINDS, type AlertKind, alertMessages } from '@shop/contracts/alert-texts';
import { charged } from '@shop/contracts/money';

/** One thing that is wrong. */
export type Alert =
  | { kind: 'broken_invariant'; reference: string; details: { violations: number } }
  | {
      kind: 'payment_dispute';
      reference: string;
      details: { amountMinor: number; currency: string; respondBy: string | null };
    }
  | { kind: 'payment_difference'; reference: string; details: { kind: string; reference: string } }
  | {
      kind: 'pending_refund';
      reference: string;
      details: { amountMinor: number; currency: string; error: string | null };
    }
  | { kind: 'dead_job'; reference: string; details: { task: string } }
  | { kind: 'failed_payment'; reference: string; details: { amountMinor: number; currency: string } }
  | { kind: 'low_stock'; reference: string; details: { name: string; options: Record<string, string>; left: number } };

export type News = { kind: AlertKind; count: number; examples: Alert[] };

function inWords(alert: Alert) {
  switch (alert.kind) {
    case 'broken_invariant':
      return alertMessages.brokenRule(alert.reference, alert.details.violations);
    case 'payment_dispute': {
      const { amountMinor, currency, respondBy } = alert.details;
      return alertMessages.dispute(charged(amountMinor, currency), respondBy);
    }
    case 'payment_difference':
      return alertMessages.difference(alert.details.kind, alert.details.reference);
    case 'pending_refund': {
      const { amountMinor, currency, error } = alert.details;
      return alertMessages.pendingRefund(charged(amountMinor, currency), error);
    }
    case 'dead_job':
      return alert.details.task;
    case 'failed_payment':
      return charged(alert.details.amountMinor, alert.details.currency);
    case 'low_stock': {
      const { name, options, left } = alert.details;
      return alertMessages.left([name, ...Object.values(options)].join(', '), left);
    }
  }
}

/** The most urgent first. */
export const digestOf = (news: News[]) =>
  news
    .toSorted((a, b) => ALERT_KINDS.indexOf(a.kind) - ALERT_KINDS.indexOf(b.kind))
    .map(({ kind, count, examples }) => ({ kind, count, examples: examples.map(inWords) }));
