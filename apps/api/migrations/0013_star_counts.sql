-- How many approved reviews round to 1, 2, 3, 4 and 5 stars, halves up; kept beside the rating by the same triggers.
alter table products add column star_counts bigint[] not null default '{0,0,0,0,0}' check (cardinality(star_counts) = 5);

create function add_counts(a bigint[], b bigint[]) returns bigint[] language sql immutable parallel safe
  return (select array_agg(x + y order by place) from unnest(a, b) with ordinality as pair (x, y, place));
create function count_stars(halves bigint, change bigint) returns bigint[] language sql immutable parallel safe
  return (select array_agg(case when star = (halves + 1) / 2 then change else 0 end order by star)
            from generate_series(1, 5) star);
create aggregate sum_counts (bigint[]) (sfunc = add_counts, stype = bigint[], initcond = '{0,0,0,0,0}');

create or replace function reviews_added() returns trigger language plpgsql as $$
begin
  update products p
     set rating_halves = p.rating_halves + d.halves, rating_count = p.rating_count + d.reviews,
         star_counts = add_counts(p.star_counts, d.stars)
    from (select product_id, sum(rating_halves) as halves, count(*) as reviews, sum_counts(count_stars(rating_halves, 1)) as stars
            from added where status = 'approved' group by product_id) d
   where p.id = d.product_id;
  return null;
end $$;
create or replace function reviews_removed() returns trigger language plpgsql as $$
begin
  update products p
     set rating_halves = p.rating_halves - d.halves, rating_count = p.rating_count - d.reviews,
         star_counts = add_counts(p.star_counts, d.stars)
    from (select product_id, sum(rating_halves) as halves, count(*) as reviews, sum_counts(count_stars(rating_halves, -1)) as stars
            from removed where status = 'approved' group by product_id) d
   where p.id = d.product_id;
  return null;
end $$;
create or replace function reviews_changed() returns trigger language plpgsql as $$
begin
  update products p
     set rating_halves = p.rating_halves + d.halves, rating_count = p.rating_count + d.reviews,
         star_counts = add_counts(p.star_counts, d.stars)
    from (select product_id, sum(change * halves) as halves, sum(change) as reviews, sum_counts(count_stars(halves, change)) as stars
            from (select product_id, rating_halves::bigint as halves, 1 as change from added where status = 'approved'
                  union all
                  select product_id, rating_halves::bigint, -1 from removed where status = 'approved') both_sides
           group by product_id) d
   where p.id = d.product_id and d.stars || d.halves <> '{0,0,0,0,0,0}';
  return null;
end $$;

update products p set star_counts = d.stars
  from (select product_id, sum_counts(count_stars(rating_halves, 1)) as stars
          from reviews where status = 'approved' group by product_id) d
 where p.id = d.product_id;
