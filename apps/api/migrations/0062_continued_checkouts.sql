-- The checkout that replaced this one and took its order at the provider along: a payment in the older window pays it.
alter table checkouts add column continued_by uuid;
