import { createHash, timingSafeEqual } from 'node:crypto';
import { problemMessages } from '@shop/contracts/common/messages';
import * as operations from '@shop/contracts/support/operations';
import type { FastifyPluginAsync } from 'fastify';
import { ticketOfReplyAddress } from '#mail/service.ts';
import { DomainError } from '#platform/errors.ts';
import { handle } from '#platform/http/handle.ts';
import { receiveEmail, senderRejected } from './conversations.ts';

/** An email without attachments, as JSON. */
const BODY_MAX = 512 * 1_024;

export type InboundOptions = {
  inboundMail: { address: string; secret: string } | undefined;
  acceptedAuthSecrets: readonly string[];
};
/** Emails that the mail relay of the store forwards, authenticated by a shared secret. */
export const inboundMailRoutes: FastifyPluginAsync<InboundOptions> = async (
  app,
  { inboundMail, acceptedAuthSecrets },
) => {
  handle(
    app,
    operations.receiveInboundMail,
    {
      access: 'public',
      rate: 'webhook',
      bodyLimit: BODY_MAX,
      // Before the body is read and validated. A store without an inbound address accepts no secret.
      onRequest: async ({ headers }) => {
        if (!inboundMail || !isEqual(String(headers['x-inbound-secret'] ?? ''), inboundMail.secret))
          throw new DomainError('unauthenticated', 'secret_invalid', problemMessages.unauthenticated);
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
