import { Id } from '@shop/contracts/common/schema';
import { Campaign, CampaignQuery, NewCampaign } from '@shop/contracts/notifications/admin-schema';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { withoutCaching } from '#platform/http/caching.ts';
import { IdempotencyHeaders, keyedCall, runIdempotent } from '#platform/http/idempotency.ts';
import { setNextLink } from '#platform/http/paging.ts';
import { browseCampaigns, getCampaign, startCampaign } from './campaigns.ts';

const tags = ['Admin: campaigns'];

export const campaignRoutes: FastifyPluginAsyncZod = async (app) => {
  withoutCaching(app);

  app.post(
    '/admin/campaigns',
    {
      config: { access: 'promotions.write', rate: 'write' },
      schema: {
        operationId: 'createCampaign',
        tags,
        summary: 'Send a campaign to every customer who opted in',
        headers: IdempotencyHeaders,
        body: NewCampaign,
        response: { 201: Campaign },
      },
    },
    async (request, reply) =>
      reply
        .status(201)
        .send(
          await runIdempotent(app.db, keyedCall(request), Campaign, (tx) =>
            startCampaign(tx, { id: request.actor.id, requestId: request.id }, request.body),
          ),
        ),
  );

  app.get(
    '/admin/campaigns',
    {
      config: { access: 'promotions.read' },
      schema: {
        operationId: 'listCampaigns',
        tags,
        summary: 'List campaigns, newest first',
        querystring: CampaignQuery,
        response: { 200: z.array(Campaign) },
        responseHeaders: { 200: ['Link'] },
      },
    },
    async ({ query }, reply) => {
      const { campaigns, next } = await browseCampaigns(app.db, query.after);
      setNextLink(reply, '/api/admin/campaigns', query, next);
      return campaigns;
    },
  );

  app.get(
    '/admin/campaigns/:id',
    {
      config: { access: 'promotions.read' },
      schema: {
        operationId: 'getCampaign',
        tags,
        summary: 'Get a campaign and its progress',
        params: z.object({ id: Id }),
        response: { 200: Campaign },
        errors: { 404: ['campaign_not_found'] },
      },
    },
    ({ params }) => getCampaign(app.db, params.id),
  );
};
