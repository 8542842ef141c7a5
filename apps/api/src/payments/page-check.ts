import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { asTemporaryCustomer } from '#identity/service.ts';
import type { Db } from '#platform/database/db.ts';
import { json, uuid } from '#platform/database/row.ts';
import { count, first, sql } from '#platform/database/sql.ts';
import { changesBetween, hashOf, headersOf, PaymentPageSnapshot, scriptsIn } from './page-rules.ts';

/** The files the web server serves, in the deployed tree. */
const BUILD = fileURLToPath(new URL('../../../web/build/client', import.meta.url));
const RESPONSE_TIMEOUT_MS = 10_000;

type Check = { db: Db; publicOrigin: string; authSecret: string; build?: string };

/** Fetches the checkout as a customer's browser does, and stores the snapshot if it is new. */
export async function checkPaymentPage(check: Check) {
  const snapshot = await asTemporaryCustomer(check.db, check.authSecret, (cookie) => fetchPaymentPage(check, cookie));
  await savePageVersion(check.db, snapshot);
}

async function fetchPaymentPage(
  { db, publicOrigin, build = BUILD }: Check,
  cookie: string,
): Promise<PaymentPageSnapshot> {
  const request = async (path: string, init: RequestInit = {}) => {
    const signal = AbortSignal.timeout(RESPONSE_TIMEOUT_MS);
    const headers = { cookie, origin: publicOrigin, ...init.headers };
    const response = await fetch(new URL(path, publicOrigin), { ...init, headers, redirect: 'manual', signal });
    if (response.status !== 200)
      throw new Error(`The payment page could not be checked: ${path} returned ${response.status}.`);
    return response;
  };

  // Without a cart the checkout page redirects.
  const body = JSON.stringify({ variantId: await findSellable(db), quantity: 1 });
  await request('/api/cart/items', { method: 'POST', body, headers: { 'content-type': 'application/json' } });
  const page = await request('/checkout');
  const { urls, withoutNonce } = scriptsIn(await page.text(), page.headers.get('content-security-policy') ?? '');

  const foreignScripts: Record<string, string> = {};
  for (const url of new Set(urls)) {
    const { origin, pathname, search } = new URL(url, publicOrigin);
    // A script of another origin is not fetched: its URL alone counts.
    const hash = origin === publicOrigin ? hashOf(await (await request(pathname + search)).bytes()) : 'of another site';
    if (origin !== publicOrigin || hash !== (await hashInBuild(build, pathname))) foreignScripts[url] = hash;
  }
  return { headers: headersOf(page.headers), foreignScripts, inlineScriptsWithoutNonce: withoutNonce };
}

const hashInBuild = (build: string, pathname: string) => readFile(join(build, pathname)).then(hashOf, () => undefined);

async function findSellable(db: Db) {
  const sellable = await db.run(first('payments.findSellable', { id: uuid })`
    select v.id from stock s join variants v on v.id = s.variant_id and v.archived_at is null
      join products p on p.id = v.product_id and p.status = 'published' and p.sellable
     where s.available > 0 limit 1`);
  if (!sellable) throw new Error('The payment page could not be checked: nothing is for sale.');
  return sellable.id;
}

const stored = { snapshot: json(PaymentPageSnapshot) };

/** The first snapshot counts as accepted; one that equals the accepted snapshot deletes the changes found since. */
const savePageVersion = (db: Db, snapshot: PaymentPageSnapshot) =>
  db.transaction(async (tx) => {
    const page = JSON.stringify(snapshot);
    await tx.run(count('payments.lockPageVersions')`lock table payment_page_versions in share row exclusive mode`);
    await tx.run(count('payments.deletePageChanges')`
      delete from payment_page_versions where accepted_at is null and snapshot <> ${page}::jsonb`);
    const found = await tx.run(first('payments.findAcceptedPage', stored)`
      select snapshot from payment_page_versions where accepted_at is not null`);
    const accepted = found?.snapshot;
    const changes = JSON.stringify(accepted ? changesBetween(accepted, snapshot) : []);
    await tx.run(count('payments.insertPageVersion')`
      insert into payment_page_versions (snapshot, changes, accepted_at)
      values (${page}::jsonb, ${changes}::jsonb, ${accepted ? null : sql`now()`})
      on conflict do nothing`);
  });

/** By the owner, after a release or an intended change. Replaces the previously accepted snapshot. */
export async function acceptPaymentPage(db: Db) {
  const accepted = await db.run(first('payments.acceptPage', stored)`
    with accepted as (update payment_page_versions set accepted_at = now() where accepted_at is null returning snapshot),
         previous as (delete from payment_page_versions where accepted_at is not null and exists (select from accepted))
    select snapshot from accepted`);
  return accepted?.snapshot;
}
