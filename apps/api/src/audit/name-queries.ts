import { BUILT_IN_PAGES } from '@shop/contracts/content/built-in-pages';
import { isBuiltInSlug } from '@shop/contracts/content/constants';
import type { Db } from '#platform/database/db.ts';
import { text } from '#platform/database/row.ts';
import { all, type Fragment, join, raw, sql } from '#platform/database/sql.ts';
import type { ThingName } from './sentence-rules.ts';

type Thing = { entity: string; entityId: string };
const name = { entity: text, id: text, title: text, target: text };

const byId = (table: Fragment, title: Fragment) => (ids: Fragment) =>
  sql`select id::text, ${title} as title, id::text as target from ${table} where id = any (${ids})`;

/** By entity type. Each is a lookup by primary key. */
const NAMES: Record<string, (ids: Fragment) => Fragment> = {
  product: byId(sql`products`, sql`name`),
  product_import: byId(sql`product_imports`, sql`file_name`),
  category: byId(sql`categories`, sql`name`),
  brand: byId(sql`brands`, sql`name`),
  collection: byId(sql`collections`, sql`name`),
  order: byId(sql`orders`, sql`'#' || number`),
  customer: byId(sql`users`, sql`name`),
  review: (ids) => sql`
    select r.id::text, p.name as title, p.id::text as target
      from reviews r join products p on p.id = r.product_id where r.id = any (${ids})`,
  ticket: byId(sql`support_tickets`, sql`'#' || number`),
  discount_code: byId(sql`discount_codes`, sql`code`),
  campaign: byId(sql`campaigns`, sql`title`),
  page: (ids) => sql`
    select p.id::text, coalesce(v.title, p.draft_title, p.slug) as title, p.id::text as target
      from pages p left join page_versions v on v.id = p.published_version_id where p.id = any (${ids})`,
};

const keyOf = ({ entity, entityId }: Thing) => `${entity} ${entityId.toLowerCase()}`;

/** Names of records that exist, in one statement for all of a page. Each id must be a UUID. */
export async function listNames(db: Db, things: Thing[]): Promise<(thing: Thing) => ThingName | undefined> {
  const entities = [...new Set(things.map(({ entity }) => entity))];
  const selects = entities.flatMap((entity) => {
    const ids = things.filter((thing) => thing.entity === entity).map(({ entityId }) => entityId);
    const select = NAMES[entity]?.(sql`${[...new Set(ids)]}::uuid[]`);
    return select ? sql`select ${entity}::text as entity, named.* from (${select}) named` : [];
  });
  if (selects.length === 0) return () => undefined;
  const rows = await db.run(all('audit.names', name)`${join(selects, raw(' union all '))}`);
  const names = new Map<string, ThingName>(
    rows.map(({ entity, id, title, target }) => [
      keyOf({ entity, entityId: id }),
      // A built-in page without a text of the owner's own.
      { title: entity === 'page' && isBuiltInSlug(title) ? BUILT_IN_PAGES[title].title : title, target },
    ]),
  );
  return (thing: Thing) => names.get(keyOf(thing));
}
