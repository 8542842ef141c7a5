-- Many orders moved by one wish of somebody at the desk. The worker takes them one by one; what still waits after a crash
-- is taken up again.
create table order_batches (
  id          uuid primary key default uuid_v7(),
  created_by  uuid references users on delete set null,
  request_id  text,
  created_at  timestamptz not null default now(),
  finished_at timestamptz
);

create table order_batch_items (
  batch_id  uuid not null references order_batches on delete cascade,
  order_id  uuid not null references orders on delete cascade,
  to_status text not null check (to_status in ('pending', 'processing', 'shipped', 'delivered', 'cancelled')),
  state     text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  error     text,
  primary key (batch_id, order_id)
);
create index order_batch_items_waiting on order_batch_items (batch_id) where state = 'waiting';
create index order_batch_items_of_order on order_batch_items (order_id);
