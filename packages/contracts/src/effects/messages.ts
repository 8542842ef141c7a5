import { formatCharge, sumOf } from '../common/money.ts';
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
  restored: 'no longer written off',
};
const PRODUCT = {
  created: 'created',
  updated: 'updated',
  deleted: 'deleted',
  restored: 'restored',
  moved: 'moved',
};
const THINGS = {
  category: { one: 'category', many: 'categories' },
  brand: { one: 'brand', many: 'brands' },
  collection: { one: 'collection', many: 'collections' },
  page: { one: 'page', many: 'pages' },
  review: { one: 'review', many: 'reviews' },
  discount_code: { one: 'discount code', many: 'discount codes' },
  setting: { one: 'setting', many: 'settings' },
};
const DELETED = {
  ...THINGS,
  subscriber: { one: 'subscriber', many: 'subscribers' },
  session: { one: 'session', many: 'sessions' },
  shipment: { one: 'shipment', many: 'shipments' },
};
/** Where "deleted" is not the word. */
const ENDED: Partial<Record<keyof typeof DELETED, string>> = { session: 'ended', subscriber: 'removed' };
const ROLES = { ...roleLabels, customer: 'Customer' };

function clauseOf(effect: Effect): string {
  switch (effect.kind) {
    case 'refund': {
      const amount = formatCharge(effect.amountMinor, effect.currency);
      return effect.customer ? `${amount} is refunded to ${effect.customer}` : `${amount} is refunded`;
    }
    case 'stock':
      return `${are(effect.units, 'unit')} ${STOCK[effect.change]}`;
    case 'unpaid':
      return effect.count === 1
        ? 'this order was refunded: nothing will be paid'
        : `${effect.count.toLocaleString('en-US')} orders were refunded: nothing will be paid for them`;
    case 'shipment':
      return `${are(effect.units, 'unit')} shipped`;
    case 'order':
      return `${become(effect.count, 'order')} ${statusLabels[effect.status]}`;
    case 'skipped':
      return effect.count === 1
        ? `1 ${effect.what} can’t be changed`
        : `${effect.count.toLocaleString('en-US')} ${effect.what}s can’t be changed`;
    case 'product':
      return `${are(effect.count, 'product')} ${PRODUCT[effect.change]}${effect.to ? ` to ${effect.to}` : ''}`;
    case 'returns':
      return effect.change === 'returnable'
        ? `${become(effect.count, 'product')} returnable`
        : `${effect.count === 1 ? '1 product' : `${effect.count.toLocaleString('en-US')} products`} can no longer be returned`;
    case 'price':
      return `${are(effect.count, 'price')} changed`;
    case 'affected':
      return affectedClause(effect.what, effect.count);
    case 'changed': {
      const { one, many } = THINGS[effect.what];
      return `${are(effect.count, one, many)} ${effect.change}`;
    }
    case 'deleted': {
      const { one, many } = DELETED[effect.what];
      return `${are(effect.count, one, many)} ${ENDED[effect.what] ?? 'deleted'}`;
    }
    case 'redirect':
      return `${are(effect.count, 'redirect')} created`;
    case 'role':
      return `${effect.person} becomes ${ROLES[effect.to]} instead of ${ROLES[effect.from]}`;
    case 'discount_code':
      return `${discountClause(effect)}${limitOf(effect.usageLimit)}`;
    case 'email':
      return `${are(effect.count, 'email')} sent`;
    case 'notification':
      return `${are(effect.count, 'notification')} sent`;
  }
}

function affectedClause(what: 'cart_item' | 'wishlist_item' | 'stock_alert', count: number) {
  if (what === 'cart_item') return `${become(count, 'cart item')} unavailable`;
  return what === 'wishlist_item'
    ? `${are(count, 'wishlist item')} hidden`
    : `${are(count, 'back-in-stock alert')} put on hold`;
}

/** A discount is a share of the subtotal: tax and shipping are charged in full. */
const discountClause = ({ code, percent }: { code: string; percent: number }) =>
  percent === 100 ? `orders with ${code} cost nothing but shipping and tax` : `orders with ${code} get ${percent}% off`;

const limitOf = (uses: number | null) => {
  if (uses === null) return ', without a limit';
  return uses === 1 ? ', 1 time in total' : `, up to ${uses.toLocaleString('en-US')} times in total`;
};

/** More refunds than this are one sum per currency. */
const NAMED_REFUNDS = 2;

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** All effects in one sentence, in the order of `Effect`. */
export const effectSentence = (effects: readonly Effect[]) => fullEffectSentence(withoutEmailed(effects));

/** The same with notifications, however many emails there are: for campaigns, which are sent by both. */
export function fullEffectSentence(effects: readonly Effect[]): string {
  // A warning is a sentence of its own.
  const warnings = effects.filter(({ kind }) => kind === 'unpaid').map(clauseOf);
  const clauses = mergeRefunds(effects.filter(({ kind }) => kind !== 'unpaid')).map(clauseOf);
  const sentences = [...warnings, ...(clauses.length > 0 ? [clauses.join(', ')] : [])];
  return sentences.map((sentence) => `${capitalized(sentence)}.`).join(' ') || effectMessages.nothing;
}

/** Notifications in the account are not mentioned if there are as many emails. */
function withoutEmailed(effects: readonly Effect[]): Effect[] {
  const emails = effects.reduce((sum, effect) => sum + (effect.kind === 'email' ? effect.count : 0), 0);
  return effects.filter((effect) => effect.kind !== 'notification' || effect.count > emails);
}

/** The refunded sum; undefined if there is none, or in more than one currency. */
export function refundedSum(effects: readonly Effect[]): string | undefined {
  const refunds = effects.filter((effect) => effect.kind === 'refund');
  const [first] = refunds;
  if (!first || refunds.some(({ currency }) => currency !== first.currency)) return undefined;
  return formatCharge(sumOf(refunds.map(({ amountMinor }) => amountMinor)), first.currency);
}

function mergeRefunds(effects: readonly Effect[]): Effect[] {
  const refunds = effects.filter((effect) => effect.kind === 'refund');
  if (refunds.length <= NAMED_REFUNDS) return [...effects];
  const currencies = new Set(refunds.map(({ currency }) => currency));
  const sums = [...currencies].map((currency): Effect => {
    const same = refunds.filter((refund) => refund.currency === currency);
    const amountMinor = sumOf(same.map((refund) => refund.amountMinor));
    const customer = same.length === 1 ? (same[0]?.customer ?? null) : effectMessages.customers(same.length);
    return { kind: 'refund', currency, amountMinor, customer };
  });
  return [...sums, ...effects.filter(({ kind }) => kind !== 'refund')];
}

export const effectMessages = {
  nothing: 'Nothing changes.',
  customers: (count: number) => `${count.toLocaleString('en-US')} customers`,
  failed: 'Couldn’t check what this changes. Please try again.',
};
