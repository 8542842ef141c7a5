/** How a table is reduced to the ids of `scope`: its column, and the table with the ids, if that is reduced itself. */
type Reduction = { column: string; to?: string; of?: string };

const byScope = (column: string): Reduction => ({ column });
const by = (column: string, to: string, of = 'id'): Reduction => ({ column, to, of });

/** All rows that the data integrity checks of a subject read, by its id. Each is found by an index. */
const SUBJECTS = {
  checkout: {
    checkouts: byScope('id'),
    checkout_lines: byScope('checkout_id'),
    reservations: byScope('checkout_id'),
    discount_redemptions: byScope('checkout_id'),
    payments: byScope('checkout_id'),
    orders: byScope('checkout_id'),
    order_lines: by('order_id', 'orders'),
    order_status_history: by('order_id', 'orders'),
    shipments: by('order_id', 'orders'),
    shipment_items: by('order_line_id', 'order_lines'),
    notifications: by('history_id', 'order_status_history'),
    refunds: by('payment_id', 'payments'),
    refund_lines: by('order_id', 'orders'),
    returns: by('order_id', 'orders'),
    return_lines: by('return_id', 'returns'),
    exchange_reservations: by('return_line_id', 'return_lines'),
    returned_units: by('return_line_id', 'return_lines'),
  },
  variant: {
    stock: byScope('variant_id'),
    reservations: byScope('variant_id'),
    exchange_reservations: byScope('variant_id'),
    returned_units: byScope('variant_id'),
    refund_lines: byScope('variant_id'),
  },
  code: { discount_codes: byScope('id'), discount_redemptions: byScope('discount_code_id') },
  product: {
    products: byScope('id'),
    variants: byScope('product_id'),
    stock: byScope('product_id'),
    sizes_in_stock: byScope('product_id'),
    product_slugs: byScope('product_id'),
    product_search: byScope('product_id'),
    product_cards: byScope('product_id'),
    reviews: byScope('product_id'),
    review_photos: byScope('product_id'),
    review_votes: byScope('product_id'),
  },
  /** Without a checkout. */
  unknown_payment: { payments: byScope('id'), refunds: byScope('payment_id') },
  user: { users: byScope('id'), addresses: byScope('user_id'), sessions: byScope('user_id') },
} satisfies Record<string, Record<string, Reduction>>;

export type Subject = keyof typeof SUBJECTS;

export const isSubject = (name: string): name is Subject => Object.hasOwn(SUBJECTS, name);
export const SUBJECT_NAMES = Object.keys(SUBJECTS).filter(isSubject);

/** The common table expressions for the tables that a statement names, and for those that these need. */
export function reducedTables(subject: Subject, statement: string) {
  const tables = new Map<string, Reduction>(Object.entries(SUBJECTS[subject]));
  const isRead = (table: string, text: string) => new RegExp(String.raw`(?<![.\w])${table}\b`).test(text);
  const expressions: string[] = [];
  let text = statement;
  // From the last: a table is reduced to one that is listed before it.
  for (const [table, { column, to = 'scope', of = 'id' }] of [...tables].toReversed()) {
    if (!isRead(table, text)) continue;
    const expression = `${table} as (select t.* from public.${table} t join ${to} on ${to}.${of} = t.${column})`;
    expressions.unshift(expression);
    text += ` ${to} `;
  }
  return expressions.join(',\n');
}
