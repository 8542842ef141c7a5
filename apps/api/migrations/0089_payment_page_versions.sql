-- What the payment page was seen to carry: its headers and its scripts. One that differs from the last accepted one is told to
-- the owners until somebody accepts it, or the page is as it was.
create table payment_page_versions (
  seen jsonb primary key,
  -- What is other than on the page that was accepted when this one was found.
  changes jsonb not null,
  found_at timestamptz not null default now(),
  accepted_at timestamptz
);
