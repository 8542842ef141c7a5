import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { problemMessages } from '@shop/contracts/common/messages';
import { parseJson } from '@shop/contracts/common/parse-json';
import * as operations from '@shop/contracts/payments/operations';
import type { FastifyPluginAsync } from 'fastify';
import type { PaymentProvider } from '#platform/clients/payment-provider.ts';
import { crashPoint } from '#platform/crash-point.ts';
import { DomainError } from '#platform/errors.ts';
import { handle } from '#platform/http/handle.ts';
import { WebhookMessage } from './rules.ts';
import { receiveMessage } from './service.ts';

/** The provider's webhook, authenticated only by the signature over the raw bytes of the body. */
export const webhookRoutes: FastifyPluginAsync<{ provider: PaymentProvider }> = async (app, { provider }) => {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  handle(app, operations.receivePaymentWebhook, { access: 'public', rate: 'webhook' }, async ({ body, raw }) => {
    const signatures = headersOf(raw, 'x-razorpay-signature');
    if (!Buffer.isBuffer(body) || !provider.isValidWebhook(body, signatures))
      throw new DomainError('unauthenticated', 'signature_invalid', problemMessages.unauthenticated);

    const [eventId = fingerprint(body)] = headersOf(raw, 'x-razorpay-event-id');
    await receiveMessage(app.checkoutDb, eventId, parseMessage(body));
    crashPoint('C10');
    return { received: true } as const;
  });
};

/** Every value of a repeated header, which `headers` would merge. */
const headersOf = ({ rawHeaders }: IncomingMessage, name: string) =>
  rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);

/** Identifies a webhook that has no event id. */
const fingerprint = (body: Buffer) => createHash('sha256').update(body).digest('hex');

function parseMessage(body: Buffer): WebhookMessage {
  const message = WebhookMessage.safeParse(parseJson(body.toString()));
  if (!message.success) throw new DomainError('invalid', 'invalid', problemMessages.invalid);
  return message.data;
}
