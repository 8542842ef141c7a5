create table reviews (
  id            uuid primary key default uuid_v7(),
  product_id    uuid not null references products on delete cascade,
  -- Null after the author's account was deleted; the review stays, with the name it was written under.
  user_id       uuid references users on delete set null,
  user_name     text not null check (length(user_name) between 1 and 200),
  rating_halves smallint not null check (rating_halves between 1 and 10),
  comment       text not null check (length(comment) between 1 and 5000),
  status        text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now()
);
create unique index reviews_one_per_customer on reviews (product_id, user_id) where user_id is not null;
create index reviews_of_product on reviews (product_id, created_at desc, id desc) where status = 'approved';
create index reviews_of_user on reviews (user_id) where user_id is not null;
-- Admin panel, newest first: ids start with their time.
create index reviews_by_status on reviews (status, id desc);
create trigger reviews_touch before update on reviews for each row execute function touch_updated_at();

create function add_counts(a bigint[], b bigint[]) returns bigint[] language sql immutable parallel safe
  return (select array_agg(x + y order by place) from unnest(a, b) with ordinality as pair (x, y, place));

create function count_stars(halves bigint, change bigint) returns bigint[] language sql immutable parallel safe
  return (select array_agg(case when star = (halves + 1) / 2 then change else 0 end order by star)
            from generate_series(1, 5) star);

create aggregate sum_counts (bigint[]) (sfunc = add_counts, stype = bigint[], initcond = '{0,0,0,0,0}');

-- The rating of a product changes in the same transaction as its approved reviews. Statement-level triggers with
-- transition tables, so that a bulk load updates each product once.
create function reviews_added() returns trigger language plpgsql as $$
begin
  update products p
     set rating_halves = p.rating_halves + d.halves, rating_count = p.rating_count + d.reviews,
         star_counts = add_counts(p.star_counts, d.stars)
    from (select product_id, sum(rating_halves) as halves, count(*) as reviews,
                 sum_counts(count_stars(rating_halves, 1)) as stars
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
         star_counts = add_counts(p.star_counts, d.stars)
    from (select product_id, sum(rating_halves) as halves, count(*) as reviews,
                 sum_counts(count_stars(rating_halves, -1)) as stars
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
         star_counts = add_counts(p.star_counts, d.stars)
    from (select product_id, sum(change * halves) as halves, sum(change) as reviews,
                 sum_counts(count_stars(halves, change)) as stars
            from (select product_id, rating_halves::bigint as halves, 1 as change from added where status = 'approved'
                  union all
                  select product_id, rating_halves::bigint, -1 from removed where status = 'approved') both_sides
           group by product_id) d
   where p.id = d.product_id and d.stars || d.halves <> '{0,0,0,0,0,0}';
  return null;
end $$;
create trigger reviews_rate_changed after update on reviews
  referencing old table as removed new table as added for each statement execute function reviews_changed();
