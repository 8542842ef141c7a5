import { waitlistMessages } from '@shop/contracts/waitlist/messages';
import * as operations from '@shop/contracts/waitlist/operations';
import type { FastifyPluginAsync } from 'fastify';
import { findActor } from '#identity/service.ts';
import { handle } from '#platform/http/handle.ts';
import { requestBackInStockAlert } from './service.ts';

export const waitlistRoutes: FastifyPluginAsync<{ acceptedAuthSecrets: readonly string[] }> = async (
  app,
  { acceptedAuthSecrets },
) => {
  handle(app, operations.requestBackInStockAlert, { access: 'public', rate: 'write' }, async (request) => {
    request.actorIfAny = await findActor(app.db, acceptedAuthSecrets, request.headers);
    await requestBackInStockAlert(app.db, request.actorIfAny, request.body);
    return { message: waitlistMessages.done };
  });
};
