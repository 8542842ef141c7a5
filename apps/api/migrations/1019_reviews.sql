create table reviews (
  id               uuid primary key default uuid_v7(),
  product_id       uuid not null references products on delete cascade,
  user_id          uuid references users on delete set null,
  user_name        text not null check (length(user_name) between 1 and 200),
  verified_buyer   boolean not null default true,
  rating_halves    smallint not null check (rating_halves between 1 and 10),
  comment          text not null check (length(comment) between 1 and 5000),
  size_bought      text,
  fit              text,
  status           text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  rejection_reason text not null default '',
  reply            text,
  replied_at       timestamptz,
  photo_count      smallint not null default 0,
  helpful_count    integer not null default 0,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  constraint reviews_size_bought_length check (length(size_bought) between 1 and 100),
  constraint reviews_fit_of_size
    check (fit in ('small', 'true_to_size', 'large') and (fit is null or size_bought is not null)),
  constraint reviews_rejection_reason_length check (length(rejection_reason) <= 500),
  constraint reviews_reply_complete
    check (length(reply) between 1 and 2000 and (reply is null) = (replied_at is null))
);
comment on table reviews is 'reviews. What buyers say about a product, shown once approved.';
comment on column reviews.user_id is
  'Null after the author''s account was deleted; the review stays, with the name it was written under.';
comment on column reviews.verified_buyer is 'Kept from when the review was written, whatever happens to the order.';
comment on column reviews.rating_halves is 'In half stars: 4.5 stars are 9.';
comment on column reviews.size_bought is
  'The value of the size option on the order line. Null: the product has no sizes, or the review is older than this '
  'column.';
comment on column reviews.fit is 'How the product fits, by the author.';
comment on column reviews.rejection_reason is 'For its author.';
comment on column reviews.reply is 'The public reply of the store.';
comment on column reviews.photo_count is 'Set by a trigger, as helpful_count.';
create unique index reviews_one_per_customer on reviews (product_id, user_id) where user_id is not null;
create index reviews_of_product on reviews (product_id, created_at desc, id desc) where status = 'approved';
create index reviews_of_user on reviews (user_id) where user_id is not null;
-- Admin panel, newest first: ids start with their time.
create index reviews_by_status on reviews (status, id desc);
-- The filters of the reviews on a product page.
create index reviews_of_size on reviews (product_id, size_bought, created_at desc, id desc)
  where status = 'approved' and size_bought is not null;
create index reviews_with_photos on reviews (product_id, created_at desc, id desc)
  where status = 'approved' and photo_count > 0;
-- The most helpful reviews of a product, of a size and with photos.
create index reviews_by_helpful
  on reviews (product_id, helpful_count desc, created_at desc, id desc) where status = 'approved';
create index reviews_of_size_by_helpful
  on reviews (product_id, size_bought, helpful_count desc, created_at desc, id desc)
  where status = 'approved' and size_bought is not null;
create index reviews_with_photos_by_helpful
  on reviews (product_id, helpful_count desc, created_at desc, id desc) where status = 'approved' and photo_count > 0;
create trigger reviews_touch before update on reviews for each row execute function touch_updated_at();
create trigger invariant_change after insert or update or delete on reviews
  for each row execute function record_invariant_change('product', 'product_id');

create table review_photos (
  id         uuid primary key default uuid_v7(),
  product_id uuid not null references products on delete cascade,
  review_id  uuid references reviews on delete set null,
  user_id    uuid references users on delete set null,
  position   smallint not null default 0 check (position between 0 and 9),
  width      integer not null check (width > 0),
  height     integer not null check (height > 0),
  removed_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table review_photos is
  'reviews. Photos of a review. A row is inserted before its file is stored, and deleted after the file: no file is '
  'without a row.';
comment on column review_photos.review_id is 'Null: uploaded, and the review was not written yet, or was deleted.';
comment on column review_photos.user_id is 'Null after the account was deleted.';
comment on column review_photos.position is 'In the review.';
comment on column review_photos.removed_at is 'Not shown any more: the worker deletes the file, then the row.';
create index review_photos_of_review on review_photos (review_id, position) where review_id is not null;
create index review_photos_of_user on review_photos (user_id) where user_id is not null;
create index review_photos_of_product on review_photos (product_id);
-- For the job that deletes files.
create index review_photos_unused on review_photos (created_at) where review_id is null or removed_at is not null;
create trigger invariant_change after insert or update or delete on review_photos
  for each row execute function record_invariant_change('product', 'product_id');

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

create table review_votes (
  review_id  uuid not null references reviews on delete cascade,
  user_id    uuid not null references users on delete cascade,
  product_id uuid not null references products on delete cascade,
  created_at timestamptz not null default now(),
  primary key (review_id, user_id)
);
comment on table review_votes is 'reviews. Who found a review helpful.';
create index review_votes_of_user on review_votes (user_id, product_id);
create index review_votes_of_product on review_votes (product_id);
create trigger invariant_change after insert or update or delete on review_votes
  for each row execute function record_invariant_change('product', 'product_id');

create function count_review_votes() returns trigger language plpgsql as $$
begin
  update reviews set helpful_count = helpful_count + case tg_op when 'INSERT' then 1 else -1 end
   where id = coalesce(new.review_id, old.review_id);
  return null;
end $$;
create trigger review_votes_count after insert or delete on review_votes
  for each row execute function count_review_votes();

create function add_counts(a bigint[], b bigint[]) returns bigint[] language sql immutable parallel safe
  return (select array_agg(x + y order by place) from unnest(a, b) with ordinality as pair (x, y, place));

create function count_stars(halves bigint, change bigint) returns bigint[] language sql immutable parallel safe
  return (select array_agg(case when star = (halves + 1) / 2 then change else 0 end order by star)
            from generate_series(1, 5) star);

create function count_fits(fit text, change bigint) returns bigint[] language sql immutable parallel safe
  return array[case when fit = 'small' then change else 0 end, case when fit = 'true_to_size' then change else 0 end,
               case when fit = 'large' then change else 0 end];

create aggregate sum_counts (bigint[]) (sfunc = add_counts, stype = bigint[], initcond = '{0,0,0,0,0}');

-- The rating of a product changes in the same transaction as its approved reviews. Statement-level triggers with
-- transition tables, so that a bulk load updates each product once.
create function reviews_added() returns trigger language plpgsql as $$
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
create trigger reviews_rate_added after insert on reviews
  referencing new table as added for each statement execute function reviews_added();

create function reviews_removed() returns trigger language plpgsql as $$
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
create trigger reviews_rate_removed after delete on reviews
  referencing old table as removed for each statement execute function reviews_removed();

create function reviews_changed() returns trigger language plpgsql as $$
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
create trigger reviews_rate_changed after update on reviews
  referencing old table as removed new table as added for each statement execute function reviews_changed();
