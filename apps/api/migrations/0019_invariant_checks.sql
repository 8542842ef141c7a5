-- What the last check of the books found. Kept, so that every process can tell it and an old finding does not linger.
create table invariant_checks (
  invariant  text primary key,
  violations bigint not null,
  checked_at timestamptz not null default now()
);
