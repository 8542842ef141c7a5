import * as operations from '@shop/contracts/campaigns/admin-operations';
import { Campaign, CampaignSchedule } from '@shop/contracts/campaigns/schema';
import { Id } from '@shop/contracts/common/schema';
import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { keyedCall, runIdempotent } from '#platform/http/idempotency.ts';
import { setNextLink } from '#platform/http/paging.ts';
import { browseCampaigns, createCampaign, editCampaign, getCampaign, getPreview, getRecipients } from './manage.ts';
import {
  previewSchedule,
  previewSending,
  scheduleCampaign,
  sendTestEmail,
  startCampaign,
  stopCampaign,
} from './sending.ts';

/** The preview is shown in a frame of the admin panel. It is an email: styles are inline, nothing is loaded or run. */
const PREVIEW_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'";

export const campaignRoutes: FastifyPluginAsync<{ publicOrigin: string }> = async (app, { publicOrigin }) => {
  withoutCaching(app);

  handle(app, operations.createCampaign, { access: 'promotions.write', rate: 'write' }, (request) =>
    runIdempotent(app.db, keyedCall(request), Campaign, (tx) => createCampaign(tx, request.actor, request.body)),
  );

  handle(app, operations.listCampaigns, { access: 'promotions.read' }, async ({ query }, reply) => {
    const { campaigns, next } = await browseCampaigns(app.db, query);
    setNextLink(reply, '/api/admin/campaigns', query, next);
    return campaigns;
  });

  handle(app, operations.getCampaign, { access: 'promotions.read' }, ({ params }) => getCampaign(app.db, params.id));

  handle(app, operations.editCampaign, { access: 'promotions.write', rate: 'write' }, (request) =>
    runIdempotent(app.db, keyedCall(request), Campaign, (tx) =>
      editCampaign(tx, request.actor, request.params.id, request.body),
    ),
  );

  handle(app, operations.countCampaignRecipients, { access: 'promotions.read', rate: 'search' }, ({ params }) =>
    getRecipients(app.db, params.id),
  );

  handle(app, operations.previewCampaign, { access: 'promotions.read' }, async ({ params }, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', PREVIEW_POLICY)
      .header('x-frame-options', 'SAMEORIGIN')
      .send(await getPreview(app.db, params.id, publicOrigin)),
  );
};

const params = z.object({ id: Id });

export const campaignSendingRoutes: FastifyPluginAsync<{ authSecret: string }> = async (app, { authSecret }) => {
  withoutCaching(app);

  handle(app, operations.sendCampaignTestEmail, { access: 'promotions.write', rate: 'write' }, (request) =>
    runIdempotent(app.db, keyedCall(request), Campaign, (tx) =>
      sendTestEmail(tx, request.actor, request.params.id, authSecret),
    ),
  );

  handle(
    app,
    operations.sendCampaign,
    {
      access: 'promotions.write',
      rate: 'write',
      // The batches are sent by a job: the dry run counts their recipients.
      dryRun: ({ params: given }) => previewSending(app.db, params.parse(given).id),
    },
    (request) =>
      runIdempotent(app.db, keyedCall(request), Campaign, (tx) => startCampaign(tx, request.actor, request.params.id)),
  );

  handle(
    app,
    operations.scheduleCampaign,
    {
      access: 'promotions.write',
      rate: 'write',
      dryRun: ({ params: given, body }) =>
        previewSchedule(app.db, params.parse(given).id, CampaignSchedule.parse(body)),
    },
    (request) =>
      runIdempotent(app.db, keyedCall(request), Campaign, (tx) =>
        scheduleCampaign(tx, request.actor, request.params.id, request.body),
      ),
  );

  handle(app, operations.stopCampaign, { access: 'promotions.write', rate: 'write' }, (request) =>
    runIdempotent(app.db, keyedCall(request), Campaign, (tx) => stopCampaign(tx, request.actor, request.params.id)),
  );
};
