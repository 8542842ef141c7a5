create table discount_codes (
  id                        uuid primary key default uuid_v7(),
  code                      text not null unique check (code = upper(btrim(code)) and length(code) between 1 and 40),
  title                     text not null default '',
  description               text not null default '',
  percent_bp                integer not null check (percent_bp between 1 and 10000),
  active                    boolean not null default true,
  starts_at                 timestamptz,
  ends_at                   timestamptz check (ends_at > starts_at),
  usage_limit               bigint check (usage_limit >= 0),
  per_user_limit            bigint check (per_user_limit >= 0),
  per_user_limit_lowered_at timestamptz,
  used                      bigint not null default 0 check (used >= 0),
  created_at                timestamptz not null default now(),
  updated_at                timestamptz not null default now(),
  constraint discount_codes_within_limit check (used <= usage_limit)
);
comment on table discount_codes is 'discounts. Codes that customers enter for a discount.';
comment on column discount_codes.percent_bp is 'Basis points: 1000 = 10%.';
comment on column discount_codes.starts_at is 'Null: at once.';
comment on column discount_codes.ends_at is 'Null: never.';
comment on column discount_codes.usage_limit is 'Redemptions of all customers. Null: no limit.';
comment on column discount_codes.per_user_limit is 'Null: no limit.';
comment on column discount_codes.per_user_limit_lowered_at is
  'When per_user_limit was last lowered; null: never. Customers who had used the code more often by then keep those '
  'redemptions and cannot use it again; only a redemption after this time can exceed the limit.';
comment on column discount_codes.used is 'Redemptions that were not released.';
create trigger discount_codes_touch before update on discount_codes for each row execute function touch_updated_at();
create trigger invariant_change after insert or update or delete on discount_codes
  for each row execute function record_invariant_change('code', 'id');
