import { OptionValues } from '@shop/contracts/common/schema';
import { VARIANT_OPTIONS } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/db.ts';
import { cents, json, number, orNull, text, timestamp, uuid } from '#platform/database/row.ts';
import { all, count, rowsOf } from '#platform/database/sql.ts';
import type { DemoStock } from '#sample/demo/generate/stock.ts';
import type { DemoVariant } from '#sample/demo/generate/world.ts';
import { inChunks } from './chunks.ts';

const variant = {
  variantId: uuid,
  productId: uuid,
  category: text,
  name: text,
  sku: text,
  options: json(OptionValues),
  image: orNull(text),
  unitPriceCents: cents,
  createdAt: timestamp,
  available: number,
};

/** By SKU: ids differ from one database to the next. The stock is locked in variant id order, like everywhere. */
export async function lockVariants(tx: Db): Promise<DemoVariant[]> {
  await tx.run(count('demo.lockStock')`select from stock order by variant_id for no key update`);
  return tx.run(
    all('demo.listVariants', variant)`
      select v.id as variant_id, p.id as product_id, c.name as category, p.name, v.sku, ${VARIANT_OPTIONS} as options,
             i.url as image, p.current_price_cents + v.price_difference_cents as unit_price_cents, p.created_at,
             k.available
        from variants v
        join products p on p.id = v.product_id
        join categories c on c.id = p.category_id
        join stock k on k.variant_id = v.id
        left join product_images i on i.product_id = p.id and i.position = 0
       where p.status = 'published' and v.archived_at is null
       order by v.sku`,
  );
}

export async function insertStockChanges(tx: Db, changes: readonly DemoStock[]) {
  const movements = changes.flatMap((change) =>
    change.movements.map(({ at, adjusted: _adjusted, ...movement }) => ({ ...movement, createdAt: at })),
  );
  await inChunks(tx, movements, (part) => count('demo.insertMovements')`insert into stock_movements ${rowsOf(part)}`);
  const units = changes.map(({ variantId, received, sold }) => ({ variantId, received, sold }));
  await tx.run(
    count('demo.updateStock')`
      update stock k set received = k.received + d.received, sold = k.sold + d.sold,
                         available = k.available + d.received - d.sold
        from jsonb_to_recordset(${JSON.stringify(units)}::jsonb) as d ("variantId" uuid, received bigint, sold bigint)
       where k.variant_id = d."variantId"`,
  );
}
