import { z } from 'zod';
import { operation } from '../common/operation.ts';
import { Id } from '../common/schema.ts';
import { Campaign, CampaignQuery, CampaignRecipients, CampaignSchedule, NewCampaign } from './schema.ts';

const tag = 'Admin: campaigns';

const ByCampaign = z.object({ id: Id.describe('The campaign, in any state unless the operation names one.') });

const errors = { 404: ['campaign_not_found'], 409: ['campaign_state_conflict'] } as const;

export const createCampaign = operation('POST /admin/campaigns', {
  id: 'createCampaign',
  tag,
  summary: 'Create a campaign as a draft',
  idempotent: true,
  body: NewCampaign,
  status: 201,
  response: Campaign,
});

export const listCampaigns = operation('GET /admin/campaigns', {
  id: 'listCampaigns',
  tag,
  summary: 'List campaigns, newest first',
  query: CampaignQuery,
  response: z.array(Campaign),
  headers: ['Link'],
});

export const getCampaign = operation('GET /admin/campaigns/:id', {
  id: 'getCampaign',
  tag,
  summary: 'Get a campaign and its progress',
  params: ByCampaign,
  response: Campaign,
  errors: { 404: ['campaign_not_found'] },
});

export const editCampaign = operation('PUT /admin/campaigns/:id', {
  id: 'editCampaign',
  tag,
  summary: 'Edit the draft of a campaign',
  params: ByCampaign,
  idempotent: true,
  body: NewCampaign,
  response: Campaign,
  errors: { 404: ['campaign_not_found'], 409: ['campaign_state_conflict'] },
});

export const countCampaignRecipients = operation('GET /admin/campaigns/:id/recipients', {
  id: 'countCampaignRecipients',
  tag,
  summary: 'Count the recipients that a campaign would have now, by channel',
  params: ByCampaign,
  response: CampaignRecipients,
  errors: { 404: ['campaign_not_found'] },
});

export const previewCampaign = operation('GET /admin/campaigns/:id/preview', {
  id: 'previewCampaign',
  tag,
  summary: 'Get the email of a campaign as it is sent, without the recipient’s unsubscribe link',
  params: ByCampaign,
  produces: ['text/html'],
  errors: { 404: ['campaign_not_found'] },
});

export const sendCampaignTestEmail = operation('POST /admin/campaigns/:id/test-email', {
  id: 'sendCampaignTestEmail',
  tag,
  summary: 'Send the email of a campaign to your own address',
  params: ByCampaign,
  idempotent: true,
  response: Campaign,
  errors: { 404: errors[404] },
});

export const sendCampaign = operation('POST /admin/campaigns/:id/sending', {
  id: 'sendCampaign',
  tag,
  summary: 'Send a campaign now',
  params: ByCampaign,
  idempotent: true,
  response: Campaign,
  errors: { 404: ['campaign_not_found'], 409: [...errors[409], 'no_recipients'] },
});

export const scheduleCampaign = operation('PUT /admin/campaigns/:id/schedule', {
  id: 'scheduleCampaign',
  tag,
  summary: 'Schedule a campaign for a date and time in the store’s time zone, or change the schedule',
  params: ByCampaign,
  idempotent: true,
  body: CampaignSchedule,
  response: Campaign,
  errors: { 404: ['campaign_not_found'], 409: [...errors[409], 'no_recipients'], 422: ['time_in_past'] },
});

export const stopCampaign = operation('POST /admin/campaigns/:id/stop', {
  id: 'stopCampaign',
  tag,
  summary: 'Stop a campaign that is scheduled or being sent',
  params: ByCampaign,
  idempotent: true,
  response: Campaign,
  errors: { 404: ['campaign_not_found'], 409: ['campaign_state_conflict'] },
});
