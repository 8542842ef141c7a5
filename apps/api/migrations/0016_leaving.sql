-- What is kept of a person is found without reading through everybody's: for the copy they ask for, and for leaving.
create index support_tickets_by_email on support_tickets (email);
create index mails_by_address on mails (to_email);
create index audit_log_of_thing on audit_log (entity_id);
-- Of the provider's messages: the payment they tell of names our order there.
create index webhook_inbox_of_order on webhook_inbox ((payload #>> '{payload,payment,entity,order_id}'));
create index reconciliation_differences_of on reconciliation_differences (reference);
