-- What the storefront shows besides the catalog. Staff edit it in the admin panel; a new store shows the rows below.

-- Each section is saved as a whole: the version serializes its edits (optimistic concurrency).
create table content_sections (
  section    text primary key check (section in ('blocks', 'slides', 'testimonials', 'announcement', 'menus')),
  version    integer not null default 1,
  updated_at timestamptz not null default now()
);
create trigger content_sections_touch before update on content_sections
  for each row execute function touch_updated_at();
insert into content_sections (section) values ('blocks'), ('slides'), ('testimonials'), ('announcement'), ('menus');

-- The blocks of the home page. Empty texts stand for the default texts of the kind.
create table home_blocks (
  id         uuid primary key default uuid_v7(),
  position   smallint not null unique,
  kind       text not null
               check (kind in ('hero', 'categories', 'featured', 'newsletter', 'testimonials', 'new_arrivals',
                               'image_text')),
  enabled    boolean not null default true,
  eyebrow    text not null default '',
  heading    text not null default '' check (kind <> 'image_text' or heading <> ''),
  text       text not null default '',
  -- Image and link are only shown by 'image_text'.
  image      text not null default '',
  image_alt  text not null default '',
  link_label text not null default '',
  href       text not null default '' check (href ~ '^(/|https://|$)')
);
create unique index home_blocks_one_of_each_kind on home_blocks (kind) where kind <> 'image_text';
insert into home_blocks (position, kind)
values (0, 'hero'), (1, 'categories'), (2, 'featured'), (3, 'newsletter'), (4, 'testimonials');

create table testimonials (
  id       uuid primary key default uuid_v7(),
  position smallint not null unique,
  name     text not null check (name <> ''),
  location text not null default '',
  quote    text not null check (quote <> ''),
  rating   smallint not null check (rating between 1 and 5)
);

-- The bar above the header. Exactly one row.
create table announcements (
  id        boolean primary key default true check (id),
  enabled   boolean not null default false,
  text      text not null default '' check (not enabled or text <> ''),
  href      text not null default '' check (href ~ '^(/|https://|$)'),
  starts_at timestamptz,
  ends_at   timestamptz check (ends_at > starts_at)
);
insert into announcements default values;

-- The links of header and footer. Links of the footer with the same column heading stand below each other.
create table menu_links (
  id           uuid primary key default uuid_v7(),
  position     smallint not null unique,
  menu         text not null check (menu in ('header', 'footer')),
  column_title text not null default '' check (menu <> 'footer' or column_title <> ''),
  label        text not null check (label <> ''),
  href         text not null check (href ~ '^(/|https://)')
);
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
