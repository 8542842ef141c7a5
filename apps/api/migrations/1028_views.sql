create table saved_views (
  id            uuid primary key default uuid_v7(),
  owner_user_id uuid not null references users on delete cascade,
  list          text not null check (list in ('orders', 'products', 'customers', 'reviews', 'tickets')),
  name          text not null check (length(btrim(name)) between 1 and 40),
  query         text not null check (length(query) <= 9000),
  shared_with   text[] not null default '{}',
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now()
);
comment on table saved_views is
  'saved-views. The filters and sort order of a list in the admin panel as a query string, under a name of its owner.';
comment on column saved_views.query is
  'The contract allows 1,000 characters; percent-encoding makes up to nine of each.';
comment on column saved_views.shared_with is 'Staff with one of these roles see the view too.';
create unique index saved_views_name_key on saved_views (owner_user_id, list, lower(name));
create index saved_views_shared on saved_views (list, lower(name)) where shared_with <> '{}';
create trigger saved_views_touch before update on saved_views
  for each row execute function touch_updated_at();
