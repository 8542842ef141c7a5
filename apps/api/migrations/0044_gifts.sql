-- Gifts. The previous release ignores all of it.

-- Recipient and message of a gift; null: the order is no gift.
alter table checkouts add column gift jsonb;
alter table orders add column gift jsonb;
-- Not valid: existing rows are no gifts, and a validation would read all of them.
alter table checkouts add constraint checkouts_gift check (
  gift is null or (length(gift ->> 'recipient') between 1 and 100 and length(gift ->> 'message') <= 300)) not valid;
alter table orders add constraint orders_gift check (
  gift is null or (length(gift ->> 'recipient') between 1 and 100 and length(gift ->> 'message') <= 300)) not valid;

-- Who gets the emails about an exchange that the recipient of a gift requested. Null: the customer requested it.
alter table returns add column recipient_email text check (length(recipient_email) <= 320);
create index returns_by_recipient on returns (recipient_email) where recipient_email is not null;
