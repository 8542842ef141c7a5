import * as operations from '@shop/contracts/campaigns/admin-operations';
import { Campaign, CampaignSchedule } from '@shop/contracts/campaigns/schema';
import { Id } from '@shop/contracts/common/schema';
import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { keyedCall, runIdempotent } from '#platform/http/idempotency.ts';
import {
  previewSchedule,
  previewSending,
  scheduleCampaign,
  sendTestEmail,
  startCampaign,
  stopCampaign,
} from './sending.ts';

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
