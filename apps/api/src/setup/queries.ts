import { eq, sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';
import type { CheckDetails, SetupCheck, StoreContent } from './rules.ts';
import { setupChecks } from './schema.ts';

type CheckKind = SetupCheck['kind'];

/** One row per kind. */
export const listSetupChecks = (db: Db) => db.select().from(setupChecks);

export async function findSetupCheck(db: Db, kind: CheckKind) {
  const [check] = await db.select().from(setupChecks).where(eq(setupChecks.kind, kind));
  return check;
}

export const saveSetupCheck = (
  tx: Db,
  { kind, passed, details = {} }: { kind: CheckKind; passed: boolean; details?: CheckDetails },
) =>
  tx
    .insert(setupChecks)
    .values({ kind, passed, details })
    .onConflictDoUpdate({ target: setupChecks.kind, set: { passed, details, checkedAt: sql`now()` } });

/** Returns whether the row was new or changed: the same state saved twice changes nothing. */
export async function insertConfirmation(tx: Db, kind: CheckKind, passed: boolean) {
  const saved = await tx
    .insert(setupChecks)
    .values({ kind, passed })
    .onConflictDoUpdate({
      target: setupChecks.kind,
      set: { passed, checkedAt: sql`now()` },
      setWhere: sql`${setupChecks.passed} is distinct from ${passed}`,
    })
    .returning({ kind: setupChecks.kind });
  return saved.length > 0;
}

/** False while an email requested within the last minute is awaited: a form that is sent twice sends one email. */
export async function startEmailCheck(tx: Db) {
  const started = await tx
    .insert(setupChecks)
    .values({ kind: 'email', passed: null })
    .onConflictDoUpdate({
      target: setupChecks.kind,
      set: { passed: null, details: {}, checkedAt: sql`now()` },
      setWhere: sql`${setupChecks.passed} is not null or ${setupChecks.checkedAt} < now() - interval '1 minute'`,
    })
    .returning({ kind: setupChecks.kind });
  return started.length > 0;
}

/** Products in stock are looked for among this many: a store without any would read all its products. */
const NEWEST_PRODUCTS = 1_000;

/** The first of each: no table is counted. */
export async function findStoreContent(db: Db, userId: string): Promise<StoreContent> {
  const { rows } = await db.execute<StoreContent>(sql`
    select (select name from categories order by id limit 1) as category,
           (select name from brands order by id limit 1) as brand,
           (select newest.name
              from (select id, name from products where status = 'published' and sellable order by id desc
                     limit ${NEWEST_PRODUCTS}) newest
             where exists (select from stock k join variants v on v.id = k.variant_id
                            where k.product_id = newest.id and k.available > 0 and v.archived_at is null)
             limit 1) as product,
           not exists (select from pages where built_in and reviewed_at is null) as "hasReviewedPages",
           (select count(*) > 1
              from (select from users where role in ('admin', 'owner') and deleted_at is null limit 2) owners
           ) as "hasSecondOwner",
           (select two_factor_enabled from users where id = ${userId}) as "hasTwoFactor"`);
  const [content] = rows;
  if (!content) throw new Error('A query without tables in its from clause returns one row.');
  return content;
}
