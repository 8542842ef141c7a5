-- Bulk edits of products. The changes themselves are audit entries of these products, with the id of the batch as
-- `batch` in `after`.
create table product_batches (
  id          uuid primary key default uuid_v7(),
  -- The products that were changed.
  product_ids uuid[] not null,
  undone_at   timestamptz,
  created_at  timestamptz not null default now()
);
