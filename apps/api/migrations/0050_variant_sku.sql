-- A column of a plain unique index may be the target of a foreign key, so PostgreSQL locks a row whose SKU changes FOR
-- UPDATE, and every insert of a cart, checkout, reservation or order line (FOR KEY SHARE on its variant) waits for it while
-- the editor waits for the stock that the buyer holds: a deadlock. A partial unique index is no such target. It holds every
-- row, and is used for `sku = …` as before.
create unique index if not exists variants_by_sku on variants (sku) where sku is not null;
alter table variants drop constraint variants_sku_key;
alter index variants_by_sku rename to variants_sku_key;
