-- Pages of text in the storefront. What shoppers see is the published version; without one, a built-in page shows the
-- text of the release.
create table pages (
  id                   uuid primary key default uuid_v7(),
  slug                 text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  built_in             boolean not null default false,
  published_version_id uuid,
  -- The text that is being edited: all three columns or none.
  draft_title          text check (length(draft_title) between 1 and 120),
  draft_body           text check (length(draft_body) between 1 and 40000),
  draft_description    text check (length(draft_description) <= 320),
  -- When the owner published the page, or accepted its text as it is.
  reviewed_at          timestamptz,
  version              integer not null default 1,
  created_at           timestamptz not null default now(),
  updated_at           timestamptz not null default now(),
  constraint pages_draft_complete check (num_nulls(draft_title, draft_body, draft_description) in (0, 3)),
  constraint pages_have_text check (built_in or published_version_id is not null or draft_title is not null)
);
create trigger pages_touch before update on pages for each row execute function touch_updated_at();

create table page_versions (
  id           uuid primary key default uuid_v7(),
  page_id      uuid not null references pages on delete cascade,
  number       integer not null check (number > 0),
  title        text not null check (length(title) between 1 and 120),
  body         text not null check (length(body) between 1 and 40000),
  description  text not null check (length(description) <= 320),
  published_by uuid references users on delete set null,
  published_at timestamptz not null default now(),
  unique (page_id, number)
);
-- For the foreign key of pages, and the history of a page, newest first.
create unique index page_versions_of_page on page_versions (page_id, id);
create index page_versions_by_publisher on page_versions (published_by);

-- A page shows a version of its own.
alter table pages add constraint pages_published_version_fkey
  foreign key (id, published_version_id) references page_versions (page_id, id);
create index pages_by_published_version on pages (published_version_id);

-- Proof of what the store said and when. Only the reference to the publisher may change.
create function reject_page_version_change() returns trigger language plpgsql as $$
begin
  raise exception 'version % of page % is immutable', old.number, old.page_id;
end $$;
create trigger page_versions_immutable
  before update of id, page_id, number, title, body, description, published_at on page_versions
  for each row execute function reject_page_version_change();

-- Figures in the public text that contradict the store settings. Replaced by each check of the page.
create table page_findings (
  page_id  uuid not null references pages on delete cascade,
  position smallint not null,
  sentence text not null,
  figure   text not null,
  setting  text not null,
  -- Null: the setting is turned off.
  expected text,
  found_at timestamptz not null default now(),
  primary key (page_id, position)
);

insert into pages (slug, built_in)
values ('about', true), ('faq', true), ('shipping', true), ('terms', true), ('privacy', true);
