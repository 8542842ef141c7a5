-- no-transaction
-- Replaces refund_lines_of_variant, which leaves out superseded lines.
create index concurrently if not exists refund_lines_by_variant on refund_lines (variant_id);
drop index concurrently if exists refund_lines_of_variant;
