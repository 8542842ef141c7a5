-- no-transaction
-- Delivery times in the store settings, and the dates that an order was promised for. Every statement can be repeated, and
-- the previous release ignores all of it.

-- Cut-off time, packing, working days, holidays, and the transit times of each zone and shipping method; the default is
-- DEFAULT_DELIVERY of the contracts.
alter table store_settings add column if not exists delivery jsonb not null default
  '{"cutOff": "14:00", "packingDays": 1, "workingDays": [1, 2, 3, 4, 5], "holidays": [],
    "zones": [
      {"countries": ["United States"], "standard": {"min": 3, "max": 5}, "express": {"min": 1, "max": 2}},
      {"countries": ["Canada"], "standard": {"min": 5, "max": 8}, "express": {"min": 2, "max": 4}},
      {"countries": ["United Kingdom"], "standard": {"min": 5, "max": 9}, "express": {"min": 2, "max": 4}},
      {"countries": ["Australia", "India"], "standard": {"min": 7, "max": 12}, "express": {"min": 3, "max": 5}}],
    "elsewhere": {"standard": {"min": 10, "max": 15}, "express": {"min": 4, "max": 7}}}';

-- Calculated once, when the order is placed. All three or none: orders of earlier releases have none.
alter table orders add column if not exists promised_earliest date;
alter table orders add column if not exists promised_latest date;
-- The day on which the order has to ship, so that it arrives in time with the slowest transit.
alter table orders add column if not exists dispatch_by date;
-- Not valid: existing rows have no promise, and a validation would read all of them.
alter table orders drop constraint if exists orders_promise, add constraint orders_promise check (
  num_nonnulls(promised_earliest, promised_latest, dispatch_by) in (0, 3)
  and dispatch_by <= promised_earliest and promised_earliest <= promised_latest) not valid;

-- Open orders by the day of their next step: dispatch, or arrival once shipped. Only open orders are in it, so it stays
-- small, however much was sold.
create index concurrently if not exists orders_by_due_day
  on orders ((case when status = 'shipped' then promised_latest else dispatch_by end), id)
  where status in ('pending', 'processing', 'shipped') and dispatch_by is not null;
