-- Returns of an order follow the terms of its sale. The previous release ignores all of it.

-- Null: placed before this release, or by a process of the previous one. Then the terms are those of the upgrade, below.
alter table orders add column return_days integer;
alter table order_lines add column returnable boolean;

alter table store_settings
  add column earlier_return_days integer not null default 30,
  add column earlier_unreturnable_category_ids uuid[] not null default '{}';
-- One row.
update store_settings
   set earlier_return_days = return_days, earlier_unreturnable_category_ids = unreturnable_category_ids;
