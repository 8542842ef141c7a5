-- What the storefront shows besides the catalog. Staff edit it in the admin panel; a new store shows the rows below.

create table content_sections (
  section    text primary key check (section in ('blocks', 'slides', 'testimonials', 'announcement', 'menus')),
  version    integer not null default 1,
  updated_at timestamptz not null default now()
);
comment on table content_sections is
  'content. Each section is saved as a whole: the version serializes its edits (optimistic concurrency).';
create trigger content_sections_touch before update on content_sections
  for each row execute function touch_updated_at();

insert into content_sections (section) values ('blocks'), ('slides'), ('testimonials'), ('announcement'), ('menus');

create table home_blocks (
  id         uuid primary key default uuid_v7(),
  position   smallint not null unique,
  kind       text not null
               check (kind in ('hero', 'categories', 'featured', 'newsletter', 'testimonials', 'new_arrivals',
                               'image_text')),
  added_kind text not null default ''
               check (added_kind in ('', 'promises', 'best_sellers', 'brands', 'recently_viewed')),
  enabled    boolean not null default true,
  eyebrow    text not null default '',
  heading    text not null default '',
  text       text not null default '',
  image      text not null default '',
  image_alt  text not null default '',
  link_label text not null default '',
  href       text not null default '' check (href ~ '^(/|https://|$)'),
  constraint home_blocks_heading check (kind <> 'image_text' or added_kind <> '' or heading <> '')
);
comment on table home_blocks is
  'content. The blocks of the home page. Empty texts stand for the default texts of the kind.';
comment on column home_blocks.added_kind is
  'A kind that was added later: such a block has the kind image_text as well, because earlier releases reject kinds '
  'that they do not know.';
comment on column home_blocks.eyebrow is
  'The small line above the heading. Empty: the default text of the kind, as in heading and text.';
comment on column home_blocks.image is 'Image and link are only shown by image_text.';
create unique index home_blocks_one_of_each_kind on home_blocks (kind) where kind <> 'image_text';

insert into home_blocks (position, kind)
values (0, 'hero'), (1, 'categories'), (2, 'featured'), (3, 'newsletter'), (4, 'testimonials');

create table hero_slides (
  id       uuid primary key default uuid_v7(),
  position smallint not null unique,
  eyebrow  text not null,
  title    text not null,
  text     text not null,
  cta      text not null,
  href     text not null,
  image    text not null,
  alt      text not null
);
comment on table hero_slides is 'content. The slides at the top of the home page.';
comment on column hero_slides.eyebrow is 'The small line above the title.';
comment on column hero_slides.cta is 'The label of the button, which leads to href.';

create table testimonials (
  id       uuid primary key default uuid_v7(),
  position smallint not null unique,
  name     text not null check (name <> ''),
  location text not null default '',
  quote    text not null check (quote <> ''),
  rating   smallint not null check (rating between 1 and 5)
);
comment on table testimonials is 'content. What customers say about the store, on the home page.';

create table announcements (
  id        boolean primary key default true check (id),
  enabled   boolean not null default false,
  text      text not null default '' check (not enabled or text <> ''),
  href      text not null default '' check (href ~ '^(/|https://|$)'),
  starts_at timestamptz,
  ends_at   timestamptz check (ends_at > starts_at)
);
comment on table announcements is 'content. The bar above the header. Exactly one row.';
comment on column announcements.enabled is 'Whether it is shown between starts_at and ends_at.';

insert into announcements default values;

create table menu_links (
  id           uuid primary key default uuid_v7(),
  position     smallint not null unique,
  menu         text not null check (menu in ('header', 'footer')),
  column_title text not null default '' check (menu <> 'footer' or column_title <> ''),
  label        text not null check (label <> ''),
  href         text not null check (href ~ '^(/|https://)')
);
comment on table menu_links is
  'content. The links of header and footer. Links of the footer with the same column heading stand below each '
  'other.';

insert into menu_links (position, menu, column_title, label, href)
values (0, 'header', '', 'Shop', '/products'),
       (1, 'header', '', 'Categories', '/categories'),
       (2, 'header', '', 'About', '/about'),
       (3, 'header', '', 'Contact', '/contact'),
       (4, 'footer', 'Shop', 'All products', '/products'),
       (5, 'footer', 'Shop', 'Categories', '/categories'),
       (6, 'footer', 'Company', 'About', '/about'),
       (7, 'footer', 'Company', 'Contact', '/contact'),
       (8, 'footer', 'Help', 'Track order', '/track-order'),
       (9, 'footer', 'Help', 'FAQ', '/faq'),
       (10, 'footer', 'Help', 'Shipping and returns', '/shipping'),
       (11, 'footer', 'Help', 'Support', '/support'),
       (12, 'footer', 'Legal', 'Terms of service', '/terms'),
       (13, 'footer', 'Legal', 'Privacy policy', '/privacy');

create table pages (
  id                   uuid primary key default uuid_v7(),
  slug                 text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  built_in             boolean not null default false,
  published_version_id uuid,
  draft_title          text check (length(draft_title) between 1 and 120),
  draft_body           text check (length(draft_body) between 1 and 40000),
  draft_description    text check (length(draft_description) <= 320),
  reviewed_at          timestamptz,
  version              integer not null default 1,
  created_at           timestamptz not null default now(),
  updated_at           timestamptz not null default now(),
  constraint pages_draft_complete check (num_nulls(draft_title, draft_body, draft_description) in (0, 3)),
  constraint pages_have_text check (built_in or published_version_id is not null or draft_title is not null)
);
comment on table pages is
  'content. Pages of text in the storefront. What shoppers see is the published version; without one, a built-in '
  'page shows the text of the release.';
comment on column pages.built_in is
  'The text of the release is shown until a version is published; the page cannot be deleted.';
comment on column pages.published_version_id is 'What shoppers see. Null: the text of the release, or nothing.';
comment on column pages.draft_title is
  'The text that is being edited: title, body and description, or none of the three.';
comment on column pages.reviewed_at is 'When the owner published the page, or accepted its text as it is.';
comment on column pages.version is 'Optimistic concurrency.';
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
comment on table page_versions is
  'content. What a page said and when. Immutable: only the reference to the publisher may change.';
comment on column page_versions.number is '1, 2, 3 and so on in a page.';
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

create table page_findings (
  page_id  uuid not null references pages on delete cascade,
  position smallint not null,
  sentence text not null,
  figure   text not null,
  setting  text not null,
  expected text,
  found_at timestamptz not null default now(),
  primary key (page_id, position)
);
comment on table page_findings is
  'content. Figures in the public text that contradict the store settings. Replaced by each check of the page.';
comment on column page_findings.sentence is 'Where it stands in the text.';
comment on column page_findings.figure is 'What the text says.';
comment on column page_findings.setting is 'The setting that says otherwise.';
comment on column page_findings.expected is 'What the setting says. Null: it is turned off.';

insert into pages (slug, built_in)
values ('about', true), ('faq', true), ('shipping', true), ('terms', true), ('privacy', true);
