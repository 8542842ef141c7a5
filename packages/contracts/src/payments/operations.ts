import { z } from 'zod';
import { operation } from '../common/operation.ts';

export const receivePaymentWebhook = operation('POST /payment/webhook', {
  id: 'receivePaymentWebhook',
  tag: 'Checkout',
  summary: 'Receive payment provider webhooks',
  consumes: ['application/json'],
  response: z.object({
    received: z.literal(true).describe('Stored: it is processed afterwards, once however often it is sent.'),
  }),
  errors: { 401: ['signature_invalid'], 422: ['invalid'] },
});
