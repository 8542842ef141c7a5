import { operation } from '../common/operation.ts';
import { MessageResponse } from '../common/schema.ts';
import { BackInStockRequest } from './schema.ts';

export const requestBackInStockAlert = operation('POST /waitlist', {
  id: 'requestBackInStockAlert',
  tag: 'Catalog',
  summary: 'Request a back-in-stock alert. Doesn’t reveal existing requests',
  body: BackInStockRequest,
  status: 201,
  response: MessageResponse,
  errors: { 401: ['unauthenticated'], 404: ['variant_not_found'], 409: ['account_changed'], 422: ['email_missing'] },
});
