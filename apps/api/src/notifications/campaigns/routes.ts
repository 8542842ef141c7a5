import { Id } from '@shop/contracts/common/schema';
import { Campaign, CampaignQuery, CampaignRecipients, NewCampaign } from '@shop/contracts/notifications/admin-schema';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { withoutCaching } from '#platform/http/caching.ts';
import { IdempotencyHeaders, keyedCall, runIdempotent } from '#platform/http/idempotency.ts';
import { setNextLink } from '#platform/http/paging.ts';
import { browseCampaigns, createCampaign, editCampaign, getCampaign, getPreview, getRecipients } from './manage.ts';

const tags = ['Admin: campaigns'];
const params = z.object({ id: Id });
const read = { access: 'promotions.read' } as const;
const notFound = { 404: ['campaign_not_found'] };

/** The preview is shown in a frame of the admin panel. It is an email: styles are inline, nothing is loaded or run. */
const PREVIEW_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'";

export const campaignRoutes: FastifyPluginAsyncZod<{ publicOrigin: string }> = async (app, { publicOrigin }) => {
  withoutCaching(app);

  app.post(
    '/admin/campaigns',
    {
      config: { access: 'promotions.write', rate: 'write' },
      schema: {
        operationId: 'createCampaign',
        tags,
        summary: 'Create a campaign as a draft',
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
            createCampaign(tx, request.actor, request.body),
          ),
        ),
  );

  app.get(
    '/admin/campaigns',
    {
      config: read,
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
      const { campaigns, next } = await browseCampaigns(app.db, query);
      setNextLink(reply, '/api/admin/campaigns', query, next);
      return campaigns;
    },
  );

  app.get(
    '/admin/campaigns/:id',
    {
      config: read,
      schema: {
        operationId: 'getCampaign',
        tags,
        summary: 'Get a campaign and its progress',
        params,
        response: { 200: Campaign },
        errors: notFound,
      },
    },
    ({ params }) => getCampaign(app.db, params.id),
  );

  app.put(
    '/admin/campaigns/:id',
    {
      config: { access: 'promotions.write', rate: 'write' },
      schema: {
        operationId: 'editCampaign',
        tags,
        summary: 'Edit the draft of a campaign',
        params,
        headers: IdempotencyHeaders,
        body: NewCampaign,
        response: { 200: Campaign },
        errors: { ...notFound, 409: ['campaign_state_conflict'] },
      },
    },
    (request) =>
      runIdempotent(app.db, keyedCall(request), Campaign, (tx) =>
        editCampaign(tx, request.actor, request.params.id, request.body),
      ),
  );

  app.get(
    '/admin/campaigns/:id/recipients',
    {
      config: { ...read, rate: 'search' },
      schema: {
        operationId: 'countCampaignRecipients',
        tags,
        summary: 'Count the recipients that a campaign would have now, by channel',
        params,
        response: { 200: CampaignRecipients },
        errors: notFound,
      },
    },
    ({ params }) => getRecipients(app.db, params.id),
  );

  app.get(
    '/admin/campaigns/:id/preview',
    {
      config: read,
      schema: {
        operationId: 'previewCampaign',
        tags,
        summary: 'Get the email of a campaign as it is sent, without the recipient’s unsubscribe link',
        params,
        produces: ['text/html'],
        errors: notFound,
      },
    },
    async ({ params }, reply) =>
      reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', PREVIEW_POLICY)
        .header('x-frame-options', 'SAMEORIGIN')
        .send(await getPreview(app.db, params.id, publicOrigin)),
  );
};
