-- Every list of the desk is a stretch of an index, newest first: ids begin with their time.
create index reviews_by_status on reviews (status, id desc);
drop index reviews_to_moderate;
create index support_tickets_by_number on support_tickets (number);
create index newsletter_by_email_prefix on newsletter_subscribers (email text_pattern_ops);

create index audit_log_by_entity on audit_log (entity, id desc);
create index audit_log_of_actor_by_entity on audit_log (actor_user_id, entity, id desc);

-- Money that has no order, and what the provider's books and ours still disagree about.
create index payments_without_order on payments (id desc) where order_id is null and status = 'captured';
create index reconciliation_open on reconciliation_differences (id desc) where resolved_at is null;
