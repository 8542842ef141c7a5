import { expect, inject, test } from 'vitest';
import { orNull, present, text } from '#platform/database/row.ts';
import { all, sql } from '#platform/database/sql.ts';
import { unprovenIn } from '../row-check.ts';
import { readCatalog } from './catalog.ts';
import { nullableColumns } from './nullability.ts';

const catalog = await readCatalog(inject('sampleDatabaseUrl'));

test.each([
  ['select tracking_number from orders', 'orders.tracking_number may be'],
  ['select * from (select o.tracking_number from orders o) s', 'orders.tracking_number may be'],
  ['select o.id from checkouts c left join orders o on o.checkout_id = c.id', 'the outer join of o may find no row'],
  ['select c.id from checkouts c right join orders o on o.checkout_id = c.id', 'the outer join of c may find no row'],
  ['select o from checkouts c full join orders o using (id)', 'the outer join of o may find no row'],
  ['select max(total_cents) from orders', 'max() of no rows is'],
  ['select max(total_cents) filter (where id is null) from orders group by user_id', 'max() of no rows is'],
  ['select user_id from orders group by rollup (user_id)', 'a grouping set'],
  ['select (select number from orders where id = u.id) from users u', 'a subquery may find no row'],
  ["select shipping_address ->> 'city' from orders", '->> may find nothing'],
  ["select nullif(number, '') from orders", 'nullif() may be'],
  ["select case when id is null then 'a' end from orders", 'the case has no else'],
  ['select lag(number) over () from orders', 'lag() may be'],
  ['select a from unnest($1::int[], $2::int[]) as t (a, b)', 'the rows of unnest() may be'],
  ['select number from orders union all select tracking_number from orders', 'orders.tracking_number may be'],
  ['update orders set tracking_number = null where tracking_number is not null returning tracking_number', 'null'],
  [
    'with recursive r as (select id, 1 as n from orders union all select null, n + 1 from r where n < 3) select id from r',
    'null',
  ],
  ['select tracking_number from orders where tracking_number is not null or id = $1', 'orders.tracking_number may be'],
  ['select x.a from orders natural join users x', 'x.a is unknown'],
])('%s can be null: %s', (statement, reason) => {
  expect(nullableColumns(statement, catalog)[0]?.reason).toBe(reason);
});

test.each([
  'select id, number || user_id from orders',
  'select tracking_number from orders where tracking_number is not null and id = $1',
  'select lower(tracking_number) from orders where tracking_number like $1',
  "select coalesce(tracking_number, '') from orders",
  "select case when tracking_number is null then '' else tracking_number end from orders",
  "select tracking_number is not null and tracking_number <> '' from orders",
  'select o.id from checkouts c left join orders o on o.checkout_id = c.id where o.number = $1',
  'select n.number from checkouts c left join lateral (select count(*) as number from orders) n on true',
  'select count(*), coalesce(sum(total_cents), 0) from orders',
  'select max(total_cents) from orders group by user_id',
  'select (select count(*) from orders where user_id = u.id), exists (select from orders) from users u',
  'select (select time_zone from store_settings)',
  'with found as (select id from orders) select found.id from found join users using (id)',
  'update orders set tracking_number = $1 returning tracking_number',
  'insert into orders (id) values ($1) returning id',
  'select o.payment_id from refunds o where exists (select from payments p where p.id = o.payment_id)',
  'select place, id from unnest($1::uuid[]) with ordinality as t (id, place)',
])('%s is never null', (statement) => {
  expect(nullableColumns(statement, catalog).filter(({ reason }) => reason)).toEqual([]);
});

test('a nullable column declared as never null is found without a row, unless a reason is given', () => {
  const unproven = (trackingNumber: typeof text | ReturnType<typeof orNull<string>>) => {
    const statement = all('test.summaries', { trackingNumber })`select ${sql`tracking_number`} from orders`;
    return [...unprovenIn(statement, statement.compose().text, catalog)];
  };

  expect(unproven(text)).toEqual([['trackingNumber', 'is declared as never null, but orders.tracking_number may be']]);
  expect(unproven(orNull(text))).toEqual([]);
  expect(unproven(present(text, 'all are shipped'))).toEqual([]);
});
