import type { OrderFilter } from '@shop/contracts/admin-orders';
import { OrderStatus, PaymentStatus } from '@shop/contracts/orders';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db.ts';
import { escaped } from '#platform/like.ts';
import type { SummaryRow } from './rules-desk.ts';

type Page = { limit: number; after?: string };
/** Where the orders are to be looked for: among all, under a number, or among those of some buyers. */
export type Among = { number: string } | { email: string | null; buyerIds: string[] } | 'all';

const days = ({ from, to }: OrderFilter) => sql`
  ${from ? sql`created_at >= ${from}::date at time zone 'UTC'` : sql`true`}
  and ${to ? sql`created_at < (${to}::date + 1) at time zone 'UTC'` : sql`true`}`;

const behind = (after: string | undefined) =>
  after ? sql`(created_at, id) < (select created_at, id from orders where id = ${after})` : sql`true`;

/** The first of each stretch of an index; of all these the newest are the page. */
const newest = (where: SQL, filter: OrderFilter, { limit, after }: Page) => sql`
  select * from orders where ${where} and ${days(filter)} and ${behind(after)}
   order by created_at desc, id desc limit ${limit}`;

function stretches(among: Among, filter: OrderFilter, page: Page) {
  const inState = sql`${filter.status ? sql`status = ${filter.status}` : sql`true`}
                      and ${filter.payment ? sql`payment_status = ${filter.payment}` : sql`true`}`;
  if (among === 'all') {
    if (!filter.status && !filter.payment) return newest(sql`true`, filter, page);
    const statuses = filter.status ? [filter.status] : OrderStatus.options;
    const payments = filter.payment ? [filter.payment] : PaymentStatus.options;
    return sql`
      select o.* from unnest(${sql.param(statuses)}::text[]) s, unnest(${sql.param(payments)}::text[]) p,
             lateral (${newest(sql`status = s and payment_status = p`, filter, page)}) o`;
  }
  if ('number' in among) return newest(sql`number = ${among.number} and ${inState}`, filter, page);
  return sql`
    select o.* from unnest(${sql.param(among.buyerIds)}::uuid[]) buyer,
           lateral (${newest(sql`user_id = buyer and ${inState}`, filter, page)}) o
    union
    select o.* from (${newest(sql`email = ${among.email} and ${inState}`, filter, page)}) o`;
}

/** Newest first, from behind the order that ended the page before. However many orders there are, few rows are read. */
export async function listSummaries(db: Db, among: Among, filter: OrderFilter, page: Page) {
  const { rows } = await db.execute<SummaryRow>(sql`
    select o.id, o.number, o.user_id as "userId", u.name as customer, o.email, o.status,
           o.payment_method as "paymentMethod", o.payment_status as "paymentStatus", o.total_cents::float8 as "totalCents",
           o.created_at as "createdAt"
      from (${stretches(among, filter, page)}) o join users u on u.id = o.user_id
     order by o.created_at desc, o.id desc limit ${page.limit}`);
  return rows;
}

export type ExportRow = Omit<SummaryRow, 'total'> & {
  address: string;
  subtotalCents: number;
  taxCents: number;
  shippingCents: number;
  discountCents: number;
  promoCode: string | null;
  trackingNumber: string | null;
  notes: string | null;
};

export async function listForExport(db: Db, among: Among, filter: OrderFilter, page: Page) {
  const { rows } = await db.execute<ExportRow>(sql`
    select o.id, o.number, o.user_id as "userId", u.name as customer, o.email, o.status, o.payment_method as "paymentMethod",
           o.payment_status as "paymentStatus", o.created_at as "createdAt", o.subtotal_cents::float8 as "subtotalCents",
           o.tax_cents::float8 as "taxCents", o.shipping_cents::float8 as "shippingCents",
           o.discount_cents::float8 as "discountCents", o.total_cents::float8 as "totalCents",
           o.promo_code as "promoCode", o.tracking_number as "trackingNumber",
           concat_ws(', ', a ->> 'name', a ->> 'line1', a ->> 'line2', a ->> 'city', a ->> 'state', a ->> 'postalCode',
                     a ->> 'country') as address,
           (select string_agg(body, ' / ' order by n.id) from order_notes n where n.order_id = o.id) as notes
      from (${stretches(among, filter, page)}) o join users u on u.id = o.user_id, lateral (select o.shipping_address as a) x
     order by o.created_at desc, o.id desc limit ${page.limit}`);
  return rows;
}

/** Whose name has all these words, or whose e-mail address begins so. */
export async function listBuyers(db: Db, words: string[], emailStart: string, limit: number) {
  const named = words.map((word) => sql`searchable(name) like '%' || searchable(${word}) || '%'`);
  const { rows } = await db.execute<{ id: string }>(sql`
    (select id from users where ${named.length > 0 ? sql.join(named, sql` and `) : sql`false`} limit ${limit})
    union
    (select id from users where email like ${`${escaped(emailStart)}%`} limit ${limit})
    limit ${limit}`);
  return rows.map(({ id }) => id);
}
