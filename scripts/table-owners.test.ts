import { describe, expect, test } from 'vitest';
import { ownerFaults, readOwners, tablesWritten } from './table-owners.ts';

const MIGRATIONS = `
create table orders (id int);
comment on table orders is 'orders. What customers bought.';
comment on column orders.id is 'inventory. Not a table.';
create table order_notes (id int);
comment on table order_notes is
  'orders. Notes of staff, '
  'which customers do not see.';
comment on table stock is 'inventory. Units.';
`;
const faultsOf = (path: string, text: string, document = '') => ownerFaults([{ path, text }], document, MIGRATIONS);
const listOf = (...rows: string[]) =>
  ['Before', '', '| file | tables | reason |', '|---|---|---|', ...rows, '', 'After | `x` | y |'].join('\n');

test('a table belongs to the context that its comment begins with, and one without an owner is a fault', () => {
  expect(Object.fromEntries(readOwners(MIGRATIONS))).toEqual({
    orders: 'orders',
    order_notes: 'orders',
    stock: 'inventory',
  });
  expect(ownerFaults([], '', MIGRATIONS)).toEqual([]);
  expect(ownerFaults([], '', 'create table gifts (id int);')).toHaveLength(1);
});

describe('writes in SQL text', () => {
  test.each([
    ['insert', 'sql`insert into orders (id) values (1)`', ['orders']],
    ['update with an alias', 'sql`update orders o set status = 1`', ['orders']],
    ['delete', "'delete from order_notes where id = $1'", ['order_notes']],
    ['merge', 'sql`merge into stock s using x on true when matched then update set sold = 1`', ['stock']],
    ['truncate of two tables', 'sql`truncate orders, order_notes`', ['orders', 'order_notes']],
    ['a name on the next line', 'sql`\n  insert into\n    orders (id)`', ['orders']],
    ['capitals, a schema and quotes', 'sql`DELETE FROM ONLY public."orders"`', ['orders']],
    [
      'common table expressions',
      'sql`with gone as (delete from order_notes returning id), held as (update stock set sold = 1) select 1`',
      ['order_notes', 'stock'],
    ],
    ['select for no key update', 'sql`select from orders where id = 1 for no key update`', []],
    ['select for update of a table', 'sql`select from orders for update of orders`', []],
    [
      'on conflict do update set',
      'sql`insert into orders (id) values (1) on conflict do update set id = 2`',
      ['orders'],
    ],
    ['a foreign key on update', 'references orders on update cascade', []],
    ['an interpolated name', `sql\`insert into \${TABLE} (name) values (1)\``, []],
  ])('reads which tables %s writes', (_what, text, tables) => {
    expect(tablesWritten(text)).toEqual(tables);
  });

  test('skips comments', () => {
    const text = ['// update orders', '/**', ' * delete from orders', ' */', '  -- insert into stock'].join('\n');

    expect(tablesWritten(`${text}\nsql\`update order_notes set id = 1\``)).toEqual(['order_notes']);
  });
});

describe('owners', () => {
  test('accepts a write of the owner, in any folder of the context', () => {
    expect(faultsOf('orders/admin-order-queries.ts', 'sql`delete from order_notes`')).toEqual([]);
  });

  test('rejects a write of another context and says what helps', () => {
    expect(faultsOf('checkout/queries.ts', 'sql`update stock set sold = 1`')).toEqual([
      'apps/api/src/checkout/queries.ts stock: the table is of another context. ' +
        'Call its service, or list the write in docs/architecture.md.',
    ]);
  });

  test('accepts writes of tables without an owner, which are of a library or a common table expression', () => {
    expect(faultsOf('checkout/queries.ts', 'sql`update graphile_worker._private_jobs set id = 1`')).toEqual([]);
  });

  test('accepts a foreign write on the list, for the listed table only', () => {
    const document = listOf('| `identity/erase.ts` | `orders`, `order_notes` | Erases personal data. |');
    const text = 'sql`update orders set email = null`; sql`delete from order_notes`;';

    expect(faultsOf('identity/erase.ts', text, document)).toEqual([]);
    expect(faultsOf('identity/erase.ts', `${text} sql\`delete from stock\``, document)).toHaveLength(1);
  });

  test('rejects a listed write that does not exist', () => {
    const document = listOf('| `identity/erase.ts` | `orders`, `stock` | Erases personal data. |');

    expect(faultsOf('identity/erase.ts', 'sql`delete from orders`', document)).toEqual([
      'docs/architecture.md lists identity/erase.ts stock, which is not written.',
    ]);
  });
});
