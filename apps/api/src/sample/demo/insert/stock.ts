import { sql } from 'drizzle-orm';
import { stockMovements } from '#inventory/schema.ts';
import type { Db } from '#platform/database/db.ts';
import { orderedOptions } from '#platform/database/ordered-options.ts';
import { sql as fragment } from '#platform/database/sql.ts';
import type { DemoStock } from '#sample/demo/generate/stock.ts';
import type { DemoVariant } from '#sample/demo/generate/world.ts';
import { inChunks } from './chunks.ts';

const OPTIONS = orderedOptions(fragment`v.option_values`, fragment`p.options`);

/** By SKU: ids differ from one database to the next. The stock is locked in variant id order, like everywhere. */
export async function lockVariants(tx: Db): Promise<DemoVariant[]> {
  await tx.execute(sql`select from stock order by variant_id for no key update`);
  const { rows } = await tx.execute<Omit<DemoVariant, 'createdAt'> & { createdAt: string }>(sql`
    select v.id as "variantId", p.id as "productId", c.name as category, p.name, v.sku, ${OPTIONS} as options,
           i.url as image, (p.current_price_cents + v.price_difference_cents)::float8 as "unitPriceCents",
           to_json(p.created_at) as "createdAt", k.available::float8 as available
      from variants v
      join products p on p.id = v.product_id
      join categories c on c.id = p.category_id
      join stock k on k.variant_id = v.id
      left join product_images i on i.product_id = p.id and i.position = 0
     where p.status = 'published' and v.archived_at is null
     order by v.sku`);
  return rows.map(({ createdAt, ...variant }) => ({ ...variant, createdAt: new Date(createdAt) }));
}

export async function insertStockChanges(tx: Db, changes: readonly DemoStock[]) {
  const movements = changes.flatMap((change) =>
    change.movements.map(({ at, adjusted: _adjusted, ...movement }) => ({ ...movement, createdAt: at })),
  );
  await inChunks(movements, (part) => tx.insert(stockMovements).values(part));
  const units = changes.map(({ variantId, received, sold }) => ({ variantId, received, sold }));
  await tx.execute(sql`
    update stock k set received = k.received + d.received, sold = k.sold + d.sold,
                       available = k.available + d.received - d.sold
      from jsonb_to_recordset(${JSON.stringify(units)}::jsonb) as d ("variantId" uuid, received bigint, sold bigint)
     where k.variant_id = d."variantId"`);
}
