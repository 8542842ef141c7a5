import { createHash, timingSafeEqual } from 'node:crypto';
import { problemMessages } from '@shop/contracts/common/messages';
import { InboundEmail, ReceivedEmail } from '@shop/contracts/support/conversation-schema';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ticketOfReplyAddress } from '#mail/service.ts';
import { DomainError } from '#platform/errors.ts';
import { receiveEmail, senderRejected } from './conversations.ts';

/** An email without attachments, as JSON. */
const BODY_MAX = 512 * 1_024;

export type InboundOptions = {
  inboundMail: { address: string; secret: string } | undefined;
  acceptedAuthSecrets: readonly string[];
};

const SecretHeaders = z.looseObject({ 'x-inbound-secret': z.string().max(500).optional() });

/** Emails that the mail relay of the store forwards, authenticated by a shared secret. */
export const inboundMailRoutes: FastifyPluginAsyncZod<InboundOptions> = async (
  app,
  { inboundMail, acceptedAuthSecrets },
) => {
  app.post(
    '/inbound-mail',
    {
      bodyLimit: BODY_MAX,
      config: { access: 'public', rate: 'webhook' },
      // Before the body is read and validated. A store without an inbound address accepts no secret.
      onRequest: async ({ headers }) => {
        if (!inboundMail || !isEqual(String(headers['x-inbound-secret'] ?? ''), inboundMail.secret))
          throw new DomainError('unauthenticated', 'secret_invalid', problemMessages.unauthenticated);
      },
      schema: {
        operationId: 'receiveInboundMail',
        tags: ['Support'],
        summary: 'Receive a reply to a support email from the mail relay. The same Message-ID is stored once',
        headers: SecretHeaders,
        body: InboundEmail,
        response: { 200: ReceivedEmail },
        errors: { 401: ['secret_invalid'], 403: ['sender_rejected'], 409: ['account_changed'] },
      },
    },
    async ({ body }) => {
      const ticketId = inboundMail && ticketOfReplyAddress(inboundMail.address, [body.to].flat(), acceptedAuthSecrets);
      if (!ticketId) throw senderRejected();
      return { received: true, stored: await receiveEmail(app.db, ticketId, body) } as const;
    },
  );
};

/** Constant-time, also for a secret of another length. */
const isEqual = (given: string, expected: string) =>
  timingSafeEqual(createHash('sha256').update(given).digest(), createHash('sha256').update(expected).digest());
