-- no-transaction
-- Captured payments without an order that have a checkout: unknown ones are found by their difference. Replaces
-- payments_orphaned, which the previous release still uses.
create index concurrently if not exists payments_without_order on payments (id desc)
  where order_id is null and status = 'captured' and checkout_id is not null;
create index concurrently if not exists reconciliation_differences_of_refund on reconciliation_differences (refund_id)
  where refund_id is not null;
