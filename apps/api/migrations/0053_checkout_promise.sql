-- The dates of arrival that the customer agreed to when the checkout was started; the order keeps them. Null in checkouts
-- of the previous release, which ignores it.
alter table checkouts add column promise jsonb;
