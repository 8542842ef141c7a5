-- How much of the revenue nobody has paid yet: cash orders until they are delivered. Kept with the revenue it is part of,
-- so that no page sums up orders.
alter table sales add column unpaid_cents bigint not null default 0;
alter table counted_orders add column unpaid_cents bigint not null default 0;

create or replace trigger orders_note_moved after update of status, payment_status on orders
  for each row when ((old.status, old.payment_status) is distinct from (new.status, new.payment_status))
  execute function note_changed_order();

-- Orders counted so far, and those that a worker of the former release still counts while this one is rolled out. A task
-- that only workers of this release have, an hour from now: by then the others have ended.
select graphile_worker.add_job('recount_unpaid_orders', run_at => now() + interval '1 hour')
 where exists (select from orders);
