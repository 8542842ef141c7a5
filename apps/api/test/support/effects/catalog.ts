import { toPercent } from '@shop/contracts/common/money';
import type { Effect } from '@shop/contracts/effects/schema';
import type { QueryResultRow } from 'pg';
import { mergeEffects } from '#platform/dry-run.ts';
import type { TestStore } from '#test/harness.ts';

/** For sale: in the store, and not switched off. */
const VARIANTS_FOR_SALE = `variants v join products p on p.id = v.product_id
  and v.archived_at is null and p.status = 'published' and p.sellable`;

const TABLES = {
  products: `select p.id, p.status, p.price_cents::text as price, coalesce(p.sale_price_cents, 0)::text as sale,
                    p.category_id as category, p.brand_id as brand,
                    md5(concat_ws('|', p.name, p.slug, p.description, p.sellable, p.tags, p.specifications, p.options,
                      (select string_agg(concat(url, alt), ',' order by position) from product_images
                        where product_id = p.id),
                      (select string_agg(concat(v.id, v.sku, v.option_values), ',' order by v.id) from variants v
                        where v.product_id = p.id and v.archived_at is null),
                      (select string_agg(paired_id::text, ',' order by position) from product_pairings
                        where product_id = p.id))) as rest
               from products p`,
  variants: `select id, price_difference_cents::text as difference from variants where archived_at is null`,
  stock: 'select variant_id as id, received::int from stock',
  cart_item: `select l.id from cart_lines l join (${VARIANTS_FOR_SALE}) on v.id = l.variant_id`,
  wishlist_item: `select w.id from wishlist_items w join products p on p.id = w.product_id and p.status = 'published'`,
  stock_alert: `select a.id from waitlist a join (${VARIANTS_FOR_SALE}) on v.id = a.variant_id`,
  category: 'select id, name from categories',
  brand: 'select id, name from brands',
  collection: `select id, version from collections where status <> 'deleted'`,
  page: 'select id, version from pages',
  redirects: 'select former_id as id from taxonomy_redirects where former_id is not null',
  codes: `select id, code, percent_bp as "percentBp", active, usage_limit::int as "usageLimit",
                 (to_jsonb(c) - 'used' - 'updated_at')::text as state
            from discount_codes c`,
  sessions: 'select id from sessions where expires_at > now()',
  users: 'select id, name, role from users',
  emails: 'select id from email_messages',
  notifications: 'select id from notifications',
  skipped: `select concat(import_id, ' ', row) as id from product_import_items
             where status in ('rejected', 'undo_skipped')`,
};
type Table = keyof typeof TABLES;
type Row = QueryResultRow & { id: string };
/** The rows of each table, by id. */
export type StoreState = ReadonlyMap<string, ReadonlyMap<string, Row>>;
const rowsIn = (state: StoreState, table: Table) => state.get(table) ?? new Map<string, Row>();

/** Everything that an act of catalog or staff can change, read from the tables. */
export async function readState({ sql }: Pick<TestStore, 'sql'>): Promise<StoreState> {
  const state = new Map<string, ReadonlyMap<string, Row>>();
  for (const [table, text] of Object.entries(TABLES)) {
    const { rows } = await sql.query<Row>(text);
    state.set(table, new Map(rows.map((row) => [row.id, row])));
  }
  return state;
}

/** What was done between two states, without the code under test. */
export function effectsBetween(before: StoreState, after: StoreState): Effect[] {
  const onlyIn = (one: StoreState, other: StoreState, table: Table) =>
    [...rowsIn(one, table).values()].filter(({ id }) => !rowsIn(other, table).has(id));
  const added = (table: Table) => onlyIn(after, before, table);
  const removed = (table: Table) => onlyIn(before, after, table);
  /** Rows of both states, as they were and are. */
  const kept = (table: Table) =>
    [...rowsIn(after, table).values()].flatMap((is) => {
      const was = rowsIn(before, table).get(is.id);
      return was ? [{ was, is }] : [];
    });
  const records = ['collection', 'page'] as const;
  return mergeEffects([
    { kind: 'skipped', what: 'product', count: added('skipped').length },
    { kind: 'product', change: 'created', count: added('products').length },
    ...kept('products').flatMap((pair) => productEffects(pair, after)),
    ...kept('variants').map(({ was, is }) => prices(was.difference !== is.difference)),
    ...added('stock')
      .map(({ received }) => received)
      .map(stockEffect),
    ...kept('stock')
      .map(({ was, is }) => is.received - was.received)
      .map(stockEffect),
    ...(['cart_item', 'wishlist_item', 'stock_alert'] as const).map(
      (what): Effect => ({ kind: 'affected', what, count: removed(what).length }),
    ),
    ...records.flatMap((what): Effect[] => [
      { kind: 'changed', what, change: 'restored', count: added(what).length },
      {
        kind: 'changed',
        what,
        change: 'updated',
        count: kept(what).filter(({ was, is }) => was.version !== is.version).length,
      },
      { kind: 'deleted', what, count: removed(what).length },
    ]),
    { kind: 'deleted', what: 'category', count: removed('category').length },
    { kind: 'deleted', what: 'brand', count: removed('brand').length },
    { kind: 'redirect', count: added('redirects').length },
    ...kept('users')
      .filter(({ was, is }) => was.role !== is.role)
      .map(({ was, is }): Effect => ({ kind: 'role', person: is.name, from: was.role, to: is.role })),
    { kind: 'deleted', what: 'session', count: removed('sessions').length },
    ...added('codes').map((is) => codeEffect(is)),
    ...kept('codes')
      .filter(({ was, is }) => was.state !== is.state)
      .map(({ was, is }) => codeEffect(is, was)),
    { kind: 'email', count: added('emails').length },
    { kind: 'notification', count: added('notifications').length },
  ]);
}

type Pair = { was: Row; is: Row };

function productEffects({ was, is }: Pair, after: StoreState): Effect[] {
  const change = productChange({ was, is }, after);
  return [
    ...(change ? [{ kind: 'product', count: 1, ...change } as const] : []),
    prices(was.price !== is.price),
    prices(was.sale !== is.sale),
  ];
}

function productChange({ was, is }: Pair, after: StoreState) {
  const [category, brand] = [rowsIn(after, 'category'), rowsIn(after, 'brand')];
  if (was.status !== 'deleted' && is.status === 'deleted') return { change: 'deleted' } as const;
  if (was.status === 'deleted' && is.status !== 'deleted') return { change: 'restored' } as const;
  const merged = !category.has(was.category) ? category.get(is.category) : undefined;
  const target = merged ?? (!brand.has(was.brand) ? brand.get(is.brand) : undefined);
  // The owner does not see deleted products.
  if (target) return is.status === 'deleted' ? undefined : ({ change: 'moved', to: String(target.name) } as const);
  const isSame = (['rest', 'status', 'category', 'brand'] as const).every((column) => was[column] === is[column]);
  return isSame ? undefined : ({ change: 'updated' } as const);
}

const prices = (changed: boolean): Effect => ({ kind: 'price', count: Number(changed) });

const stockEffect = (delta: number): Effect => ({
  kind: 'stock',
  change: delta > 0 ? 'added' : 'removed',
  units: Math.abs(delta),
});

function codeEffect({ code, percentBp, active, usageLimit }: Row, was?: Row): Effect {
  if (active) return { kind: 'discount_code', code, percent: toPercent(percentBp), usageLimit };
  return { kind: 'changed', what: 'discount_code', change: was?.active ? 'deactivated' : 'updated', count: 1 };
}
