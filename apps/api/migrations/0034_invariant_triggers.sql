-- no-transaction
-- Every table that a data integrity check with a subject reads has a trigger that records its changes; the kinds are those
-- of operations/change-queries.ts. Every statement can be repeated.

create or replace trigger invariant_change after insert or update or delete on checkouts
  for each row execute function record_invariant_change('checkout', 'id');
create or replace trigger invariant_change after insert or update or delete on checkout_lines
  for each row execute function record_invariant_change('checkout', 'checkout_id');
create or replace trigger invariant_change after insert or update or delete on reservations
  for each row execute function record_invariant_change('checkout', 'checkout_id');
create or replace trigger invariant_change after insert or update or delete on orders
  for each row execute function record_invariant_change('checkout', 'checkout_id');
create or replace trigger invariant_change after insert or update or delete on payments
  for each row execute function record_invariant_change('checkout', 'checkout_id');
create or replace trigger invariant_change after insert or update or delete on discount_redemptions
  for each row execute function record_invariant_change('checkout', 'checkout_id');
create or replace trigger invariant_change after insert or update or delete on order_lines
  for each row execute function record_invariant_change('order', 'order_id');
create or replace trigger invariant_change after insert or update or delete on order_status_history
  for each row execute function record_invariant_change('order', 'order_id');
create or replace trigger invariant_change after insert or update or delete on shipments
  for each row execute function record_invariant_change('order', 'order_id');
create or replace trigger invariant_change after insert or update or delete on shipment_items
  for each row execute function record_invariant_change('shipment', 'shipment_id');
create or replace trigger invariant_change after insert or update or delete on refunds
  for each row execute function record_invariant_change('payment', 'payment_id');
create or replace trigger invariant_change after insert or update or delete on reconciliation_differences
  for each row execute function record_invariant_change('refund', 'refund_id');
create or replace trigger invariant_change after insert or update or delete on stock
  for each row execute function record_invariant_change('variant', 'variant_id');
create or replace trigger invariant_change after insert or update or delete on variants
  for each row execute function record_invariant_change('product', 'product_id');
create or replace trigger invariant_change after insert or update or delete on products
  for each row execute function record_invariant_change('product', 'id');
create or replace trigger invariant_change after insert or update or delete on product_slugs
  for each row execute function record_invariant_change('product', 'product_id');
create or replace trigger invariant_change after insert or update or delete on product_search
  for each row execute function record_invariant_change('product', 'product_id');
create or replace trigger invariant_change after insert or update or delete on sizes_in_stock
  for each row execute function record_invariant_change('product', 'product_id');
create or replace trigger invariant_change after insert or update or delete on reviews
  for each row execute function record_invariant_change('product', 'product_id');
create or replace trigger invariant_change after insert or update or delete on discount_codes
  for each row execute function record_invariant_change('code', 'id');
create or replace trigger invariant_change after insert or update or delete on addresses
  for each row execute function record_invariant_change('user', 'user_id');
create or replace trigger invariant_change after insert or update of user_id, created_at on sessions
  for each row execute function record_invariant_change('user', 'user_id');
create or replace trigger invariant_change after update of deleted_at, password_changed_at on users
  for each row execute function record_invariant_change('user', 'id');

-- A deleted reservation does not say its variant any more; a redemption belongs to a code as well.
create or replace trigger invariant_variant_change after delete or update of variant_id on reservations
  for each row execute function record_invariant_change('variant', 'variant_id');
create or replace trigger invariant_code_change after insert or update or delete on discount_redemptions
  for each row execute function record_invariant_change('code', 'discount_code_id');

-- Most notifications are of campaigns, and belong to no order.
create or replace trigger invariant_change after insert or update of history_id, user_id on notifications
  for each row when (new.history_id is not null) execute function record_invariant_change('history', 'history_id');
create or replace trigger invariant_removal after delete on notifications
  for each row when (old.history_id is not null) execute function record_invariant_change('history', 'history_id');

-- For the jobs that delete old rows.
create index concurrently if not exists notifications_read on notifications (id) where read_at is not null;
create index concurrently if not exists webhook_inbox_processed on webhook_inbox (received_at)
  where processed_at is not null;
