-- A table of products that somebody uploads: first checked, then written, later perhaps undone, all by the worker and in
-- portions. A portion and the marks of what it did are one transaction, so that whoever goes on after a crash does
-- nothing twice.
create table product_imports (
  id             uuid primary key default uuid_v7(),
  file_name      text not null,
  state          text not null default 'receiving'
                   check (state in ('receiving', 'checking', 'checked', 'importing', 'stopped', 'imported', 'undoing', 'undone')),
  -- What the heading names: all else of a product stays as it is.
  columns        text[] not null default '{}',
  created_by     uuid references users on delete set null,
  -- Whether who uploaded it may say how many pieces there are of what is new, and whether the file says so.
  may_open_stock boolean not null,
  opens_stock    boolean not null default false,
  -- Who asked for what is done now, by which request: the audit log names them with every product.
  doer_id        uuid references users on delete set null,
  request_id     text,
  rows           integer not null default 0,
  products       integer not null default 0,
  -- How many products have come so far, so that nobody counts them. They stay counted when they go on.
  bad            integer not null default 0,
  same           integer not null default 0,
  ready          integer not null default 0,
  creates        integer not null default 0,
  done           integer not null default 0,
  refused        integer not null default 0,
  undone         integer not null default 0,
  kept           integer not null default 0,
  created_at     timestamptz not null default now(),
  started_at     timestamptz
);
create index product_imports_of_creator on product_imports (created_by) where created_by is not null;
create index product_imports_of_doer on product_imports (doer_id) where doer_id is not null;

-- One product of the file, with its lines as they came.
create table product_import_items (
  import_id  uuid not null references product_imports on delete cascade,
  -- Its first line, counted as a spreadsheet does.
  row        integer not null,
  slug       text not null,
  skus       text[] not null default '{}',
  lines      jsonb not null,
  state      text not null default 'waiting'
               check (state in ('waiting', 'bad', 'same', 'ready', 'done', 'refused', 'undone', 'kept')),
  -- What the check has found: the product there is, in this version.
  product_id uuid references products on delete set null,
  version    integer,
  -- What to do about which of its lines: [{ row, message }].
  problems   jsonb,
  primary key (import_id, row)
);
create index product_import_items_by_slug on product_import_items (import_id, slug);
create index product_import_items_to_do on product_import_items (import_id, state, row)
  where state in ('waiting', 'ready', 'done');
create index product_import_items_with_problem on product_import_items (import_id, row) where problems is not null;
create index product_import_items_of_product on product_import_items (product_id) where product_id is not null;
