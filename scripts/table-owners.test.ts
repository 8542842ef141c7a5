import { describe, expect, test } from 'vitest';
import { findWrites, ownerFaults, poolFaults, readExceptions, readOwners, unownedFaults } from './table-owners.ts';

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
const OWNERS = readOwners(MIGRATIONS);

const tablesWritten = (text: string, path = 'orders/queries.ts') =>
  findWrites({ path, text }, OWNERS).map(({ table }) => table);
const faultsOf = (path: string, text: string, document = '') => ownerFaults([{ path, text }], document, OWNERS);
const listOf = (...rows: string[]) =>
  ['Before', '', '| file | tables | reason |', '|---|---|---|', ...rows, '', 'After | `x` | y |'].join('\n');

test('a table belongs to the context that its comment begins with, and one without an owner is a fault', () => {
  expect(Object.fromEntries(OWNERS)).toEqual({ orders: 'orders', order_notes: 'orders', stock: 'inventory' });
  expect(unownedFaults(MIGRATIONS, OWNERS)).toEqual([]);
  expect(unownedFaults('create table gifts (id int);', OWNERS)).toHaveLength(1);
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
    ['a trigger after update of a column', 'create trigger x after update of stock on orders', []],
    ['a table of a library', 'sql`update graphile_worker._private_jobs set id = 1`', []],
    ['an unknown interpolated name', `sql\`insert into \${TABLE} (name) values (1)\``, []],
  ])('reads which tables %s writes', (_what, text, tables) => {
    expect(tablesWritten(text)).toEqual(tables);
  });

  test('skips comments, but not strings that contain their marks', () => {
    const text = [
      '// update orders',
      '/** delete from orders */',
      'sql`select 1 -- update stock',
      '  -- insert into stock',
      "`; const type = '*/*'; const url = 'https://example.com'; sql`update orders set id = 1`;",
    ].join('\n');

    expect(findWrites({ path: 'orders/queries.ts', text }, OWNERS)).toEqual([
      { path: 'orders/queries.ts', line: 5, table: 'orders' },
    ]);
  });
});

describe('owners', () => {
  test('accepts a write of the owner, in any folder of the context', () => {
    expect(faultsOf('orders/admin/order-queries.ts', 'sql`delete from order_notes`')).toEqual([]);
  });

  test('rejects a write of another context and names its line', () => {
    expect(faultsOf('checkout/queries.ts', '\nsql`update stock set sold = 1`')).toEqual([
      'apps/api/src/checkout/queries.ts:2 writes stock of inventory.',
    ]);
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
      'docs/architecture.md lists a write of identity/erase.ts to stock that does not exist.',
    ]);
  });

  test('reads the list up to the end of its table', () => {
    expect(readExceptions(listOf('| `a.ts` | `x`, `y` | why |', '| `b.ts` | `z` | why |'))).toEqual([
      { path: 'a.ts', table: 'x' },
      { path: 'a.ts', table: 'y' },
      { path: 'b.ts', table: 'z' },
    ]);
    expect(readExceptions('No table here.')).toEqual([]);
  });
});

test.each([
  ['orders/queries.ts', 'await pool.query<Row>({ text })', 1],
  ['orders/queries.ts', 'await app.checkoutPool\n  .query(text)', 1],
  ['orders/queries.ts', '// pool.query would bypass Db\nawait db.execute(sql`select 1`)', 0],
  ['platform/process.ts', "await pool.query('select')", 0],
])('%s with %j has %i queries that bypass Db', (path, text, count) => {
  expect(poolFaults([{ path, text }])).toHaveLength(count);
});
