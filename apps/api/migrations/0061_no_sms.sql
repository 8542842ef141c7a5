-- breaking
-- Nothing sends an SMS, so there is nothing to choose. The release before reads the column on every account page.
alter table users drop column wants_order_sms;
