import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { problemMessages } from '@shop/contracts/common/messages';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { PaymentProvider } from '#platform/clients/payment-provider.ts';
import { crashPoint } from '#platform/crash-point.ts';
import { DomainError } from '#platform/errors.ts';
import { WebhookMessage } from './rules.ts';
import { receiveMessage } from './service.ts';

/** The provider's webhook, authenticated only by the signature over the raw bytes of the body. */
export const webhookRoutes: FastifyPluginAsyncZod<{ provider: PaymentProvider }> = async (app, { provider }) => {
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  app.post(
    '/payment/webhook',
    {
      config: { access: 'public', rate: 'webhook' },
      schema: {
        operationId: 'receivePaymentWebhook',
        tags: ['Checkout'],
        summary: 'Receive payment provider webhooks',
        response: { 200: z.object({ received: z.literal(true) }) },
        consumes: ['application/json'],
        errors: { 401: ['signature_invalid'], 422: ['invalid'] },
      },
    },
    async ({ body, raw }) => {
      const signatures = headersOf(raw, 'x-razorpay-signature');
      if (!Buffer.isBuffer(body) || !provider.isValidWebhook(body, signatures))
        throw new DomainError('unauthenticated', 'signature_invalid', problemMessages.unauthenticated);

      const [eventId = fingerprint(body)] = headersOf(raw, 'x-razorpay-event-id');
      await receiveMessage(app.checkoutDb, eventId, parseMessage(body));
      crashPoint('C10');
      return { received: true } as const;
    },
  );
};

/** Every value of a repeated header, which `headers` would merge. */
const headersOf = ({ rawHeaders }: IncomingMessage, name: string) =>
  rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);

/** Identifies a webhook that has no event id. */
const fingerprint = (body: Buffer) => createHash('sha256').update(body).digest('hex');

function parseMessage(body: Buffer): WebhookMessage {
  const message = WebhookMessage.safeParse(parseJson(body));
  if (!message.success) throw new DomainError('invalid', 'invalid', problemMessages.invalid);
  return message.data;
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
