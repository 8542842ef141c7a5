import { formatCharge } from '../common/money.ts';
import { roleLabels } from '../identity/admin-messages.ts';
import { statusLabels } from '../orders/messages.ts';
import type { Effect } from './schema.ts';

/** “1 email is”, “2 emails are”. */
const are = (count: number, one: string, many = `${one}s`) =>
  count === 1 ? `1 ${one} is` : `${count.toLocaleString('en-US')} ${many} are`;
const become = (count: number, one: string) =>
  count === 1 ? `1 ${one} becomes` : `${count.toLocaleString('en-US')} ${one}s become`;

const STOCK = {
  returned: 'returned to stock',
  written_off: 'written off',
  taken: 'taken from stock',
  added: 'added to stock',
  removed: 'removed from stock',
};
const PRODUCT = {
  created: 'created',
  updated: 'updated',
  deleted: 'deleted',
  restored: 'restored',
  moved: 'moved',
};
const DELETED = {
  category: { one: 'category', many: 'categories' },
  brand: { one: 'brand', many: 'brands' },
  collection: { one: 'collection', many: 'collections' },
  page: { one: 'page', many: 'pages' },
  discount_code: { one: 'discount code', many: 'discount codes' },
  subscriber: { one: 'subscriber', many: 'subscribers' },
  session: { one: 'session', many: 'sessions' },
};
const ROLES = { ...roleLabels, customer: 'Customer' };

function clauseOf(effect: Effect): string {
  switch (effect.kind) {
    case 'refund': {
      const amount = formatCharge(effect.amountMinor, effect.currency);
      return effect.customer ? `${amount} is refunded to ${effect.customer}` : `${amount} is refunded`;
    }
    case 'stock':
      return `${are(effect.units, 'unit')} ${STOCK[effect.change]}`;
    case 'shipment':
      return `${are(effect.units, 'unit')} shipped`;
    case 'order':
      return `${become(effect.count, 'order')} ${statusLabels[effect.status]}`;
    case 'skipped':
      return effect.count === 1
        ? `1 ${effect.what} can’t be changed`
        : `${effect.count.toLocaleString('en-US')} ${effect.what}s can’t be changed`;
    case 'product':
      return `${are(effect.count, 'product')} ${PRODUCT[effect.change]}`;
    case 'price':
      return `${are(effect.count, 'price')} changed`;
    case 'deleted': {
      const { one, many } = DELETED[effect.what];
      return `${are(effect.count, one, many)} ${effect.what === 'session' ? 'ended' : 'deleted'}`;
    }
    case 'redirect':
      return `${are(effect.count, 'redirect')} created`;
    case 'role':
      return `${effect.person} becomes ${ROLES[effect.to]} instead of ${ROLES[effect.from]}`;
    case 'discount_code':
      return effect.percent === 100
        ? `orders with ${effect.code} cost nothing but shipping and tax`
        : `orders with ${effect.code} get ${effect.percent}% off`;
    case 'email':
      return `${are(effect.count, 'email')} sent`;
    case 'notification':
      return `${are(effect.count, 'notification')} sent`;
  }
}

/** More refunds than this are one sum per currency. */
const NAMED_REFUNDS = 2;

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** All effects in one sentence, in the order of `Effect`. */
export function effectSentence(effects: readonly Effect[]): string {
  const clauses = mergeRefunds(effects).map(clauseOf);
  return clauses.length > 0 ? `${capitalized(clauses.join(', '))}.` : effectMessages.nothing;
}

function mergeRefunds(effects: readonly Effect[]): Effect[] {
  const refunds = effects.filter((effect) => effect.kind === 'refund');
  if (refunds.length <= NAMED_REFUNDS) return [...effects];
  const totals = new Map<string, number>();
  for (const { currency, amountMinor } of refunds) totals.set(currency, (totals.get(currency) ?? 0) + amountMinor);
  const sums = [...totals].map(([currency, amountMinor]): Effect => {
    return { kind: 'refund', currency, amountMinor, customer: effectMessages.customers(refunds.length) };
  });
  return [...sums, ...effects.filter(({ kind }) => kind !== 'refund')];
}

export const effectMessages = {
  nothing: 'Nothing changes.',
  customers: (count: number) => `${count.toLocaleString('en-US')} customers`,
  checking: 'Checking...',
  failed: 'Couldn’t check what this changes. Please try again.',
};
