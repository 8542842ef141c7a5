-- What was owed for shipping, also if staff have refunded another amount, as the amounts of refund_lines: otherwise the next
-- return pays the difference.
alter table refunds drop constraint refunds_shipping;
alter table refunds add constraint refunds_shipping check (shipping_minor >= 0) not valid;
