import { Said } from '@shop/contracts/identity';
import { Problem } from '@shop/contracts/problem';
import { Waiting } from '@shop/contracts/waitlist';
import { waitlistMessages } from '@shop/contracts/waitlist-texts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { findActor } from '#identity/service.ts';
import { wait } from './service.ts';

export const waitlistRoutes: FastifyPluginAsyncZod<{ authSecret: string }> = async (app, { authSecret }) => {
  app.post(
    '/waitlist',
    {
      config: { access: 'public', rate: 'write' },
      schema: {
        tags: ['Catalog'],
        summary: 'One mail when a piece can be bought again; whether the address waits already is not told',
        body: Waiting,
        response: { 201: Said, 404: Problem, 422: Problem },
      },
    },
    async (request, reply) => {
      await wait(app.db, await findActor(app.pool, authSecret, request.headers), request.body);
      return reply.status(201).send({ message: waitlistMessages.done });
    },
  );
};
