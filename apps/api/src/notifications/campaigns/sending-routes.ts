import { Id } from '@shop/contracts/common/schema';
import { Campaign, CampaignSchedule } from '@shop/contracts/notifications/admin-schema';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { withoutCaching } from '#platform/http/caching.ts';
import { IdempotencyHeaders, keyedCall, runIdempotent } from '#platform/http/idempotency.ts';
import {
  previewSchedule,
  previewSending,
  scheduleCampaign,
  sendTestEmail,
  startCampaign,
  stopCampaign,
} from './sending.ts';

const tags = ['Admin: campaigns'];
const params = z.object({ id: Id });
const write = { access: 'promotions.write', rate: 'write' } as const;
const errors = { 404: ['campaign_not_found'], 409: ['campaign_state_conflict'] };
const unsendable = { ...errors, 409: [...errors[409], 'no_recipients'] };

export const campaignSendingRoutes: FastifyPluginAsyncZod<{ authSecret: string }> = async (app, { authSecret }) => {
  withoutCaching(app);

  app.post(
    '/admin/campaigns/:id/test-email',
    {
      config: write,
      schema: {
        operationId: 'sendCampaignTestEmail',
        tags,
        summary: 'Send the email of a campaign to your own address',
        params,
        headers: IdempotencyHeaders,
        response: { 200: Campaign },
        errors: { 404: errors[404] },
      },
    },
    (request) =>
      runIdempotent(app.db, keyedCall(request), Campaign, (tx) =>
        sendTestEmail(tx, request.actor, request.params.id, authSecret),
      ),
  );

  app.post(
    '/admin/campaigns/:id/sending',
    {
      // The batches are sent by a job: the dry run counts their recipients.
      config: { ...write, dryRun: ({ params: given }) => previewSending(app.db, params.parse(given).id) },
      schema: {
        operationId: 'sendCampaign',
        tags,
        summary: 'Send a campaign now',
        params,
        headers: IdempotencyHeaders,
        response: { 200: Campaign },
        errors: unsendable,
      },
    },
    (request) =>
      runIdempotent(app.db, keyedCall(request), Campaign, (tx) => startCampaign(tx, request.actor, request.params.id)),
  );

  app.put(
    '/admin/campaigns/:id/schedule',
    {
      config: {
        ...write,
        dryRun: ({ params: given, body }) =>
          previewSchedule(app.db, params.parse(given).id, CampaignSchedule.parse(body)),
      },
      schema: {
        operationId: 'scheduleCampaign',
        tags,
        summary: 'Schedule a campaign for a date and time in the store’s time zone, or change the schedule',
        params,
        headers: IdempotencyHeaders,
        body: CampaignSchedule,
        response: { 200: Campaign },
        errors: { ...unsendable, 422: ['time_in_past'] },
      },
    },
    (request) =>
      runIdempotent(app.db, keyedCall(request), Campaign, (tx) =>
        scheduleCampaign(tx, request.actor, request.params.id, request.body),
      ),
  );

  app.post(
    '/admin/campaigns/:id/stop',
    {
      config: write,
      schema: {
        operationId: 'stopCampaign',
        tags,
        summary: 'Stop a campaign that is scheduled or being sent',
        params,
        headers: IdempotencyHeaders,
        response: { 200: Campaign },
        errors,
      },
    },
    (request) =>
      runIdempotent(app.db, keyedCall(request), Campaign, (tx) => stopCampaign(tx, request.actor, request.params.id)),
  );
};
