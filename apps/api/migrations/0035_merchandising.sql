-- Sort order "Featured" and more kinds of home blocks. The previous release reads and writes both tables as before.

-- The score is stored by a trigger from now on: the expression of a generated column cannot be changed without rewriting
-- the table.
alter table products alter column featured_score drop expression;
alter table products alter column featured_score set default 0;

-- The average rating with five virtual reviews of 3.5 stars added, in tenths of a star; among equals the newer product
-- is first. An average of 4 stars or more is above 3.5 after a single review, so that no product without reviews comes
-- before it.
create function set_featured_score() returns trigger language plpgsql as $$
begin
  new.featured_score :=
    round((new.rating_halves / 2.0 + 17.5) / (new.rating_count + 5) * 10)::bigint * 10000000000
    + floor(extract(epoch from new.created_at - timestamptz '2020-01-01 00:00:00+00'))::bigint;
  -- The worker computes existing scores again, which is no change of the product.
  if tg_op = 'UPDATE' and (new.rating_halves, new.rating_count, new.created_at)
                          = (old.rating_halves, old.rating_count, old.created_at) then
    new.updated_at := old.updated_at;
  end if;
  return new;
end $$;
-- Triggers run in the order of their names: this one after products_touch. Always: also while rows are loaded with
-- session_replication_role = replica.
create trigger products_update_featured_score
  before insert or update of rating_halves, rating_count, created_at on products
  for each row execute function set_featured_score();
alter table products enable always trigger products_update_featured_score;

-- Existing rows, in batches: see update_featured_scores in catalog/tasks.ts.
select graphile_worker.add_job('update_featured_scores', '{}') where exists (select from products);

-- The kinds that were added after 0018. Such a block has the kind 'image_text' as well, because the previous release
-- rejects kinds that it does not know.
alter table home_blocks add column added_kind text not null default ''
  check (added_kind in ('', 'promises', 'best_sellers', 'brands', 'recently_viewed'));
alter table home_blocks drop constraint home_blocks_check;
alter table home_blocks add constraint home_blocks_heading
  check (kind <> 'image_text' or added_kind <> '' or heading <> '') not valid;
