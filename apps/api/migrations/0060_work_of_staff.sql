-- Work in the background ends when its starter loses the permission. `lost_permission` says that this is why it was stopped.
alter table order_batches add column stopped_at timestamptz, add column lost_permission boolean not null default false;
alter table product_imports add column lost_permission boolean not null default false;
-- Who sends or scheduled the campaign; before this release, who created it counts.
alter table campaigns add column lost_permission boolean not null default false,
  add column started_by uuid references users on delete set null;
-- For the foreign key.
create index campaigns_of_starter on campaigns (started_by) where started_by is not null;
