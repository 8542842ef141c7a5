import { z } from 'zod';
import { operation } from '../common/operation.ts';
import { Id } from '../common/schema.ts';
import { Subscriber, SubscriberQuery } from './admin-schema.ts';

const tag = 'Admin: newsletter';

const BySubscriber = z.object({ id: Id.describe('The subscriber, with or without an account.') });

export const listSubscribers = operation('GET /admin/newsletter', {
  id: 'listSubscribers',
  tag,
  summary: 'List newsletter subscribers, newest first',
  query: SubscriberQuery,
  response: z.array(Subscriber),
  headers: ['Link'],
});

export const exportSubscribers = operation('GET /admin/newsletter/export', {
  id: 'exportSubscribers',
  tag,
  summary: 'Export newsletter subscribers as CSV',
  produces: ['text/csv'],
});

export const removeSubscriber = operation('DELETE /admin/newsletter/:id', {
  id: 'removeSubscriber',
  tag,
  summary: 'Remove a newsletter subscriber',
  params: BySubscriber,
  idempotent: 'optional',
  status: 204,
  errors: { 404: ['subscriber_not_found'] },
});
