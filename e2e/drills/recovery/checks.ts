/** What a restored store must contain. Each check returns the sentence that the drill prints, or throws. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Acknowledged } from './buyers.ts';
import type { Lost } from './damage.ts';
import type { DrillStore } from './store.ts';

type Sql = DrillStore['sql'];

/** Every order that was acknowledged before the target of the restore. */
export async function checkOrders(sql: Sql, acknowledged: Acknowledged[], { target }: Lost) {
  const due = acknowledged.filter(({ at }) => at < target.getTime());
  const missing = await missingOrders(sql, due);
  if (due.length === 0 || missing.length > 0)
    throw new Error(`${missing.length} of ${due.length} acknowledged orders are missing: ${missing.join(', ')}`);
  const lost = await missingOrders(sql, acknowledged);
  return `Orders: all ${due.length} acknowledged before the target are there, ${lost.length} after it are lost.`;
}

async function missingOrders(sql: Sql, orders: Acknowledged[]) {
  const { rows } = await sql.query<{ id: string }>(
    'select ours.id from unnest($1::uuid[]) ours (id) where ours.id not in (select o.id from orders o)',
    [orders.map(({ orderId }) => orderId)],
  );
  return rows.map(({ id }) => id);
}

/** Every captured payment of the provider is a payment here, or a difference that staff see. */
export async function checkPayments({ sql, control }: DrillStore, { paidLate, lost }: Lost) {
  const { payments } = await control.ledger();
  const captured = payments.filter(({ status }) => status === 'captured').map(({ id }) => id);
  const { rows } = await sql.query<{ id: string; ordered: boolean; listed: boolean }>(
    `select theirs.id,
            exists (select from payments p where p.provider_payment_id = theirs.id and p.order_id is not null) as ordered,
            exists (select from reconciliation_differences d
                     where d.reference = theirs.id and d.kind = 'unknown_order' and d.resolved_at is null) as listed
       from unnest($1::text[]) theirs (id)`,
    [captured],
  );
  const unknown = rows.filter(({ ordered, listed }) => !ordered && !listed);
  if (unknown.length > 0) throw new Error(`The provider has payments that the store lacks: ${JSON.stringify(unknown)}`);
  const find = (payment?: string) => rows.find(({ id }) => id === payment);
  if (!find(paidLate)?.ordered) throw new Error('The payment of an open checkout became no order.');
  // A webhook that came after the damage found a completed checkout without a payment, and the store refunded it.
  const isRefunded = payments.some(({ id, status }) => id === lost.paymentId && status === 'refunded');
  if (!isRefunded && !find(lost.paymentId)?.listed)
    throw new Error('The payment of a lost order is no open difference.');
  const open = rows.filter(({ listed }) => listed).length;
  return `Payments: ${captured.length} captured at the provider, ${captured.length - open} have their order, ${open} listed as differences.`;
}

/** Every image that any column of any table names is in the media store, with the content its key is the hash of. */
export async function checkImages(sql: Sql, mediaDir: string) {
  const { rows: tables } = await sql.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'`,
  );
  const keys = new Set<string>();
  for (const { name } of tables) {
    const { rows } = await sql.query<{ key: string }>(
      `select distinct found[1] as key from ${name} t, regexp_matches(to_jsonb(t)::text, '/media/([a-z0-9-]+)/', 'g') found`,
    );
    for (const { key } of rows) keys.add(key);
  }
  const bad = [...keys].filter((key) => !hasContent(join(mediaDir, 'originals', `${key}.webp`), key));
  if (keys.size === 0 || bad.length > 0) throw new Error(`Of ${keys.size} images these are missing or damaged: ${bad}`);
  return `Images: all ${keys.size} that rows name are there, with the content of their hash.`;
}

function hasContent(path: string, key: string) {
  const hash = key.split('-').at(-1) ?? '';
  return existsSync(path) && createHash('sha256').update(readFileSync(path)).digest('hex').startsWith(hash);
}

/** The variants are not in the backup: until the worker has rendered this one again, its original is served. */
export async function checkServedImage({ sql, url }: DrillStore, mediaDir: string) {
  const { rows } = await sql.query<{ url: string }>('select url from product_images order by id desc limit 1');
  const path = rows[0]?.url.replace(/\d+\.webp$/, '320.webp') ?? '';
  if (existsSync(join(mediaDir, 'variants'))) throw new Error('The backup contains variants of images.');
  const response = await fetch(url + path);
  if (!response.ok) throw new Error(`${path} responded with ${response.status}.`);
  return `Image ${path}: served, ${(await response.arrayBuffer()).byteLength} bytes.`;
}

/** The account was deleted after the target, so that the restored database contains it again until the replay. */
export async function isErased(sql: Sql, userId: string) {
  const { rows } = await sql.query<{ erased: boolean }>(
    'select deleted_at is not null as erased from users where id = $1',
    [userId],
  );
  return rows[0]?.erased === true;
}
