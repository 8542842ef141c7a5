-- The incremental data integrity check: what changed since the last one, and the violations known. The previous release
-- ignores all of it. The triggers are in the next file, which locks one table at a time.

-- `kind` is what `key` is the id of. Rows are only inserted, so that no transaction waits for another one; the worker
-- deletes them in the transaction that checks what they name.
create table invariant_changes (
  id   bigserial primary key,
  kind text not null,
  key  uuid not null
);

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

-- The known violations of the checks that have a subject, by its id. A row is deleted when its subject is checked again
-- and found correct.
create table invariant_violations (
  invariant  text not null,
  key        uuid not null,
  violations integer not null,
  found_at   timestamptz not null default now(),
  primary key (invariant, key)
);

-- `checked_at` is of the last check of any kind, this one of the last that read everything.
alter table invariant_checks add column fully_checked_at timestamptz;

-- The same as delete_old_logins() of 0013, in portions: the rows that were deleted. The previous release calls that one.
create function delete_old_logins(at_most bigint) returns setof uuid
  language sql security definer set search_path = pg_catalog, public as $$
  delete from audit_log where id in (
    select id from audit_log
     where entity in ('login', 'access')
       and id < (lpad(to_hex((extract(epoch from now() - interval '90 days') * 1000)::bigint), 12, '0')
                 || repeat('0', 20))::uuid
     order by id limit at_most)
  returning id
$$;
