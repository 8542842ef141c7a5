-- Unmet demand: what shoppers looked for and did not get. Counts only, no personal data. The previous release ignores all
-- of it.

-- Searches by day of the store's time zone. The day before yesterday and earlier ones have the most frequent queries only.
create table search_demand (
  day          date not null,
  query        text not null check (length(query) between 1 and 80),
  searches     integer not null default 0 check (searches >= 0),
  -- The part of searches that found nothing.
  zero_results integer not null default 0 check (zero_results >= 0),
  -- Products opened from the results.
  clicks       integer not null default 0 check (clicks >= 0),
  primary key (day, query)
);
-- What a remedy brought since.
create index search_demand_of_query on search_demand (query, day);

-- Views of sold-out products, and choices of sold-out variants, by day.
create table sold_out_demand (
  day     date not null,
  subject text not null check (subject in ('product', 'variant')),
  -- No foreign key, which would lock the product's row for every count.
  item_id uuid not null,
  count   integer not null check (count > 0),
  primary key (day, subject, item_id)
);

-- What the owner did about a search query, a product or a variant. The figures at that moment are subtracted from later
-- ones to see what it brought.
create table demand_remedies (
  id              uuid primary key default uuid_v7(),
  subject         text not null check (subject in ('search', 'product', 'variant')),
  -- The search query, or the id of the product or variant.
  key             text not null check (length(key) between 1 and 80),
  -- For items that are deleted later.
  name            text not null,
  remedy          text not null check (remedy in ('synonym', 'product', 'restock')),
  done_at         timestamptz not null default now(),
  -- The day of done_at in the store's time zone.
  day             date not null,
  -- Of a search, on that day.
  searches_before integer not null default 0,
  clicks_before   integer not null default 0,
  -- Of a product or variant, as stock.sold.
  sold_before     bigint not null default 0,
  unique (subject, key)
);
create index demand_remedies_newest on demand_remedies (done_at desc, id desc);
