import { Subscription } from '@shop/contracts/newsletter';
import { Problem } from '@shop/contracts/problem';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { insertSubscriber } from './queries.ts';

export const newsletterRoutes: FastifyPluginAsyncZod = async (app) => {
  app.post(
    '/newsletter',
    {
      config: { access: 'public', rate: 'write' },
      schema: {
        tags: ['Newsletter'],
        summary: 'Puts an e-mail address on the list; asking again changes nothing and tells nothing',
        body: Subscription,
        response: { 201: Subscription, 422: Problem },
      },
    },
    async ({ body }, reply) => {
      await insertSubscriber(app.db, body.email);
      return reply.status(201).send(body);
    },
  );
};
