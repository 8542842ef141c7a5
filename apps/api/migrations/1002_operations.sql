create table invariant_checks (
  invariant        text primary key,
  violations       bigint not null,
  checked_at       timestamptz not null default now(),
  fully_checked_at timestamptz
);
comment on table invariant_checks is
  'system. Results of the latest data integrity checks. Stored so that every process can report them, and '
  'replaced by each run.';
comment on column invariant_checks.invariant is 'Its id in system/invariants.sql, such as R01.';
comment on column invariant_checks.checked_at is 'Of the last check of any kind.';
comment on column invariant_checks.fully_checked_at is 'Of the last check that read everything.';

create table invariant_violations (
  invariant  text not null,
  key        uuid not null,
  violations integer not null,
  found_at   timestamptz not null default now(),
  primary key (invariant, key)
);
comment on table invariant_violations is
  'system. The known violations of the checks that have a subject, by its id. A row is deleted when its subject '
  'is checked again and found correct.';
comment on column invariant_violations.key is 'The id of the subject: a checkout, an order, a variant and so on.';
comment on column invariant_violations.violations is 'Rows that the check has found for this subject.';

create table invariant_changes (
  id   bigserial primary key,
  kind text not null,
  key  uuid not null
);
comment on table invariant_changes is
  'system. What the incremental data integrity check looks at next: a queue. Rows are only inserted, so that no '
  'transaction waits for another one; the worker deletes them in the transaction that checks what they name.';
comment on column invariant_changes.kind is 'What `key` is the id of.';

-- The arguments of the trigger: the kind, and the column that has its id.
create function record_invariant_change() returns trigger language plpgsql as $$
declare
  before uuid;
  after  uuid;
begin
  -- plpgsql resolves the columns of a branch when it runs, so each table needs only the column that its trigger names.
  -- OLD is null for an insert, NEW for a delete.
  case tg_argv[1]
    when 'id' then before := old.id; after := new.id;
    when 'checkout_id' then before := old.checkout_id; after := new.checkout_id;
    when 'order_id' then before := old.order_id; after := new.order_id;
    when 'shipment_id' then before := old.shipment_id; after := new.shipment_id;
    when 'payment_id' then before := old.payment_id; after := new.payment_id;
    when 'refund_id' then before := old.refund_id; after := new.refund_id;
    when 'history_id' then before := old.history_id; after := new.history_id;
    when 'variant_id' then before := old.variant_id; after := new.variant_id;
    when 'product_id' then before := old.product_id; after := new.product_id;
    when 'discount_code_id' then before := old.discount_code_id; after := new.discount_code_id;
    when 'user_id' then before := old.user_id; after := new.user_id;
  end case;
  if after is not null then
    insert into invariant_changes (kind, key) values (tg_argv[0], after);
  end if;
  if before is not null and before is distinct from after then
    insert into invariant_changes (kind, key) values (tg_argv[0], before);
  end if;
  return null;
end $$;
