-- Size, fit, photos, replies and helpful votes of reviews. The previous release ignores them: its inserts get the
-- defaults, and the triggers count for both. `not valid` spares the scan: existing rows have the defaults.

-- Kept from when the review was written, whatever happens to the order. The default is true for existing rows and for
-- the previous release: only verified buyers could ever write one.
alter table reviews add column verified_buyer boolean not null default true;
-- The value of the size option on the order line. Null: the product has no sizes, or the review is older than that.
alter table reviews add column size_bought text;
alter table reviews add column fit text;
-- Why it was rejected, for its author.
alter table reviews add column rejection_reason text not null default '';
-- The public reply of the store.
alter table reviews add column reply text;
alter table reviews add column replied_at timestamptz;
-- Set by triggers.
alter table reviews add column photo_count smallint not null default 0;
alter table reviews add column helpful_count integer not null default 0;
alter table reviews add constraint reviews_size_bought_length check (length(size_bought) between 1 and 100) not valid;
alter table reviews add constraint reviews_fit_of_size
  check (fit in ('small', 'true_to_size', 'large') and (fit is null or size_bought is not null)) not valid;
alter table reviews add constraint reviews_rejection_reason_length check (length(rejection_reason) <= 500) not valid;
alter table reviews add constraint reviews_reply_complete
  check (length(reply) between 1 and 2000 and (reply is null) = (replied_at is null)) not valid;

-- How many approved reviews say that the product runs small, is true to size and runs large.
alter table products add column fit_counts bigint[] not null default '{0,0,0}';

-- A row is inserted before its file is stored, and deleted after the file: no file is without a row.
create table review_photos (
  id         uuid primary key default uuid_v7(),
  product_id uuid not null references products on delete cascade,
  -- Null: uploaded, and the review was not written yet, or was deleted.
  review_id  uuid references reviews on delete set null,
  -- Null after the account was deleted.
  user_id    uuid references users on delete set null,
  position   smallint not null default 0 check (position between 0 and 9),
  width      integer not null check (width > 0),
  height     integer not null check (height > 0),
  -- Not shown any more: the worker deletes the file, then the row.
  removed_at timestamptz,
  created_at timestamptz not null default now()
);
create index review_photos_of_review on review_photos (review_id, position) where review_id is not null;
create index review_photos_of_user on review_photos (user_id) where user_id is not null;
create index review_photos_of_product on review_photos (product_id);
-- For the job that deletes files.
create index review_photos_unused on review_photos (created_at)
  where review_id is null or removed_at is not null;

create table review_votes (
  review_id  uuid not null references reviews on delete cascade,
  user_id    uuid not null references users on delete cascade,
  product_id uuid not null references products on delete cascade,
  created_at timestamptz not null default now(),
  primary key (review_id, user_id)
);
create index review_votes_of_user on review_votes (user_id, product_id);
create index review_votes_of_product on review_votes (product_id);

-- Differences instead of new counts: concurrent changes of one review add up.
create function count_review_photos() returns trigger language plpgsql as $$
begin
  if old.review_id is not null and old.removed_at is null then
    update reviews set photo_count = photo_count - 1 where id = old.review_id;
  end if;
  if new.review_id is not null and new.removed_at is null then
    update reviews set photo_count = photo_count + 1 where id = new.review_id;
  end if;
  return null;
end $$;
create trigger review_photos_count after insert or delete or update of review_id, removed_at on review_photos
  for each row execute function count_review_photos();

create function count_review_votes() returns trigger language plpgsql as $$
begin
  update reviews set helpful_count = helpful_count + case tg_op when 'INSERT' then 1 else -1 end
   where id = coalesce(new.review_id, old.review_id);
  return null;
end $$;
create trigger review_votes_count after insert or delete on review_votes
  for each row execute function count_review_votes();

create function count_fits(fit text, change bigint) returns bigint[] language sql immutable parallel safe
  return array[case when fit = 'small' then change else 0 end, case when fit = 'true_to_size' then change else 0 end,
               case when fit = 'large' then change else 0 end];

-- As in 0005, with the fit votes.
create or replace function reviews_added() returns trigger language plpgsql as $$
begin
  update products p
     set rating_halves = p.rating_halves + d.halves, rating_count = p.rating_count + d.reviews,
         star_counts = add_counts(p.star_counts, d.stars), fit_counts = add_counts(p.fit_counts, d.fits[1:3])
    from (select product_id, sum(rating_halves) as halves, count(*) as reviews,
                 sum_counts(count_stars(rating_halves, 1)) as stars,
                 sum_counts(count_fits(fit, 1) || '{0,0}') as fits
            from added where status = 'approved' group by product_id) d
   where p.id = d.product_id;
  return null;
end $$;

create or replace function reviews_removed() returns trigger language plpgsql as $$
begin
  update products p
     set rating_halves = p.rating_halves - d.halves, rating_count = p.rating_count - d.reviews,
         star_counts = add_counts(p.star_counts, d.stars), fit_counts = add_counts(p.fit_counts, d.fits[1:3])
    from (select product_id, sum(rating_halves) as halves, count(*) as reviews,
                 sum_counts(count_stars(rating_halves, -1)) as stars,
                 sum_counts(count_fits(fit, -1) || '{0,0}') as fits
            from removed where status = 'approved' group by product_id) d
   where p.id = d.product_id;
  return null;
end $$;

create or replace function reviews_changed() returns trigger language plpgsql as $$
begin
  update products p
     set rating_halves = p.rating_halves + d.halves, rating_count = p.rating_count + d.reviews,
         star_counts = add_counts(p.star_counts, d.stars), fit_counts = add_counts(p.fit_counts, d.fits[1:3])
    from (select product_id, sum(change * halves) as halves, sum(change) as reviews,
                 sum_counts(count_stars(halves, change)) as stars,
                 sum_counts(count_fits(fit, change) || '{0,0}') as fits
            from (select product_id, rating_halves::bigint as halves, fit, 1 as change
                    from added where status = 'approved'
                  union all
                  select product_id, rating_halves::bigint, fit, -1 from removed where status = 'approved') both_sides
           group by product_id) d
   where p.id = d.product_id and d.stars || d.halves || d.fits <> '{0,0,0,0,0,0,0,0,0,0,0}';
  return null;
end $$;

create trigger invariant_change after insert or update or delete on review_photos
  for each row execute function record_invariant_change('product', 'product_id');
create trigger invariant_change after insert or update or delete on review_votes
  for each row execute function record_invariant_change('product', 'product_id');
