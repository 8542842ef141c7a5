-- Refunds that staff paid by other means than the payment provider are recorded too. The previous release reads them like
-- the others, and requests none of them from the provider, because they are processed from the start.

alter table refunds add column method text not null default 'provider';
-- The rows that exist satisfy both.
alter table refunds
  add constraint refunds_method check (method in ('provider', 'cash', 'bank_transfer', 'other')) not valid,
  add constraint refunds_by_other_means
    check (method = 'provider' or (status = 'processed' and provider_refund_id is null)) not valid;
