create table reviews (
  id            uuid primary key default uuid_v7(),
  product_id    uuid not null references products on delete cascade,
  -- Null once the author's account is gone; the words stay under the name they were signed with.
  user_id       uuid references users on delete set null,
  user_name     text not null check (length(user_name) between 1 and 200),
  rating_halves smallint not null check (rating_halves between 1 and 10),
  comment       text not null check (length(comment) between 1 and 5000),
  status        text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now()
);
create unique index reviews_once_per_buyer on reviews (product_id, user_id) where user_id is not null;
create index reviews_of_product on reviews (product_id, created_at desc, id desc) where status = 'approved';
create index reviews_of_user on reviews (user_id) where user_id is not null;
create index reviews_to_moderate on reviews (created_at, id) where status = 'pending';
create trigger reviews_touch before update on reviews for each row execute function touch_updated_at();

-- The product's rating follows its approved reviews in the same transaction. Statement-level with
-- transition tables, so that a bulk load touches each product once.
create function reviews_added() returns trigger language plpgsql as $$
begin
  update products p set rating_halves = p.rating_halves + d.halves, rating_count = p.rating_count + d.reviews
    from (select product_id, sum(rating_halves) as halves, count(*) as reviews
            from added where status = 'approved' group by product_id) d
   where p.id = d.product_id;
  return null;
end $$;
create function reviews_removed() returns trigger language plpgsql as $$
begin
  update products p set rating_halves = p.rating_halves - d.halves, rating_count = p.rating_count - d.reviews
    from (select product_id, sum(rating_halves) as halves, count(*) as reviews
            from removed where status = 'approved' group by product_id) d
   where p.id = d.product_id;
  return null;
end $$;
create function reviews_changed() returns trigger language plpgsql as $$
begin
  update products p set rating_halves = p.rating_halves + d.halves, rating_count = p.rating_count + d.reviews
    from (select product_id, sum(halves) as halves, sum(reviews) as reviews
            from (select product_id, rating_halves::bigint as halves, 1 as reviews from added where status = 'approved'
                  union all
                  select product_id, -rating_halves::bigint, -1 from removed where status = 'approved') both_sides
           group by product_id having (sum(halves), sum(reviews)) <> (0, 0)) d
   where p.id = d.product_id;
  return null;
end $$;
create trigger reviews_rate_added after insert on reviews
  referencing new table as added for each statement execute function reviews_added();
create trigger reviews_rate_removed after delete on reviews
  referencing old table as removed for each statement execute function reviews_removed();
create trigger reviews_rate_changed after update on reviews
  referencing old table as removed new table as added for each statement execute function reviews_changed();
