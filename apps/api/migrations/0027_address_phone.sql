-- `name` is the label of an address, for example Home. Both columns are for the carrier; the checks of the contract
-- apply, and `not valid` spares the scan: existing rows have neither.
alter table addresses
  -- Null: the customer receives the delivery.
  add column recipient text,
  add column phone     text,
  add constraint addresses_recipient_length check (length(recipient) between 1 and 200) not valid,
  add constraint addresses_phone_length check (length(phone) between 1 and 40) not valid;
