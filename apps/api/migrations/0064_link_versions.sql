-- Order and gift links are signed with the version of their order: a higher one revokes all earlier links. 0 is the version of
-- the links that earlier releases have sent, and is not part of what is signed. The previous release ignores both.
alter table orders
  add column order_link_version integer not null default 0,
  add column gift_link_version integer not null default 0;
