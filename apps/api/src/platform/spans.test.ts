import { expect, test } from 'vitest';
import { routeOf } from './provider-spans.ts';
import { describeStatement } from './statement-spans.ts';

test.each([
  ['/* prepared */ select id from "products" where slug = $1', 'SELECT products'],
  ['insert into "orders" ("id") values ($1) returning "id"', 'INSERT orders'],
  ['insert into stock_movements (id) select $1 from stock', 'INSERT stock_movements'],
  ['update stock set available = available - $1', 'UPDATE stock'],
  ['with moved as (update checkouts set status = $1) select 1', 'WITH checkouts'],
  ['select from graphile_worker.add_job($1, $2::json)', 'SELECT'],
  ['select', 'SELECT'],
  ['begin', 'BEGIN'],
  ['commit', 'COMMIT'],
])('the span of the statement %s is named %s', (text, name) => {
  expect(describeStatement(text).name).toBe(name);
});

test('the span of a statement with a name has this name', () => {
  expect(describeStatement('/* orders.find */ select 1 from orders')).toMatchObject({
    name: 'orders.find',
    table: 'orders',
  });
});

test('the span of a statement contains no literal of it', () => {
  expect(describeStatement("select * from users where email = 'from ada@example.com'").name).toBe('SELECT users');
});

test.each([
  ['/v1/orders', '/v1/orders'],
  ['/v1/payments/pay_Ab12/refund?x=1', '/v1/payments/{id}/refund'],
  ['/v1/orders/order_Zz9/payments', '/v1/orders/{id}/payments'],
])('the route of the provider URL %s is %s', (url, route) => {
  expect(routeOf(url)).toBe(route);
});
