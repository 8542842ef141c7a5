-- The order is cancelled, and its units were shipped and not returned: they have left `received`. Where the order turns out to
-- be shipped or delivered all the same, these units are counted again, and no others are taken from stock.
alter table reservations add column written_off boolean not null default false;
-- No row has it yet, so none needs to be looked at.
alter table reservations
  add constraint reservations_written_off_are_released check (not written_off or state = 'released') not valid;
