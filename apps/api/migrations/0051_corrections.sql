-- The order is cancelled, and its units were shipped and not returned: they have left `received`. Where the order turns out to
-- be shipped or delivered all the same, these units are counted again, and no others are taken from stock.
alter table reservations add column written_off boolean not null default false;
-- No row has it yet, so none needs to be looked at.
alter table reservations
  add constraint reservations_written_off_are_released check (not written_off or state = 'released') not valid;

-- When the uses of a code for each customer were last lowered. Who had used it more often by then keeps what they had, and
-- cannot use it again; only a redemption after this moment can be one too many. Null: never lowered.
alter table promo_codes add column per_user_limit_lowered_at timestamptz;
