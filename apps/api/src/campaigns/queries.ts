import {
  CAMPAIGN_AUDIENCES,
  CAMPAIGN_CHANNELS,
  CAMPAIGN_STATES,
  type CampaignState,
} from '@shop/contracts/campaigns/constants';
import type { NewCampaign } from '@shop/contracts/campaigns/schema';
import { staffName } from '#platform/database/columns.ts';
import { list, number, oneOf, orNull, type Row, text, timestamp, uuid } from '#platform/database/row.ts';
import { all, and, assignments, first, one, rowsOf, sql } from '#platform/database/sql.ts';

const campaign = {
  id: uuid,
  title: text,
  message: text,
  link: orNull(text),
  audience: oneOf(CAMPAIGN_AUDIENCES),
  channels: list(oneOf(CAMPAIGN_CHANNELS)),
  state: oneOf(CAMPAIGN_STATES),
  scheduledAt: orNull(timestamp),
  emails: number,
  notifications: number,
  expectedEmails: number,
  expectedNotifications: number,
  createdAt: timestamp,
  startedAt: orNull(timestamp),
  endedAt: orNull(timestamp),
  lostPermission: orNull(text),
};
export type CampaignRow = Row<typeof campaign>;

const COLUMNS = sql`
  c.id, c.title, c.message, c.link, c.audience, c.channels, c.state, c.scheduled_at, c.emails,
  c.recipients as notifications, c.expected_emails, c.expected_recipients as expected_notifications, c.created_at,
  c.started_at, c.ended_at,
  (select ${staffName('u')} from users u
    where u.id = coalesce(c.started_by, c.created_by) and c.lost_permission) as lost_permission`;

const valuesOf = ({ title, message, link, audience, channels }: NewCampaign) => ({
  title,
  message,
  link,
  audience,
  channels,
});

export function insertDraft({ createdBy, ...draft }: NewCampaign & { createdBy: string }) {
  const values = { ...valuesOf(draft), createdBy, state: 'draft', startedAt: null, finishedAt: sql`now()` };
  return one('campaigns.insertDraft', campaign)`insert into campaigns as c ${rowsOf([values])} returning ${COLUMNS}`;
}

export const findCampaign = (id: string) =>
  first('campaigns.find', campaign)`select ${COLUMNS} from campaigns c where c.id = ${id}`;

/** A batch that is being sent is waited for. */
export const lockCampaign = (id: string) =>
  first('campaigns.lock', campaign)`select ${COLUMNS} from campaigns c where c.id = ${id} for no key update`;

type CampaignPage = { limit: number; state?: CampaignState; after?: string };

/** Newest first: ids are UUIDv7 and start with their time. */
export const listCampaigns = ({ limit, state, after }: CampaignPage) =>
  all('campaigns.list', campaign)`
    select ${COLUMNS} from campaigns c where ${and(state && sql`c.state = ${state}`, after && sql`c.id < ${after}`)}
     order by c.id desc limit ${limit}`;

const update = (id: string, values: Record<string, unknown>) =>
  one('campaigns.update', campaign)`
    update campaigns c set ${assignments(values)} where c.id = ${id} returning ${COLUMNS}`;

export const updateText = (id: string, draft: NewCampaign) => update(id, valuesOf(draft));

export const updateScheduled = (id: string, scheduledAt: Date, startedBy: string) =>
  update(id, { state: 'scheduled', scheduledAt, startedBy, lostPermission: false });

type Stop = { lostPermission: boolean };

/** Back to a draft. */
export const updateUnscheduled = (id: string, { lostPermission }: Stop) =>
  update(id, { state: 'draft', scheduledAt: null, lostPermission });

/** A campaign of the previous release has no `finished_at`, and its worker would continue it. */
export const updateStopped = (id: string, { lostPermission }: Stop) =>
  update(id, {
    lostPermission,
    state: 'stopped',
    endedAt: sql`now()`,
    finishedAt: sql`coalesce(c.finished_at, now())`,
  });

type Expected = { emails: number; notifications: number };

/** Sending starts with the customers, if the audience includes them. */
export const updateStarted = (id: string, { emails, notifications }: Expected, startedBy: string | null) =>
  update(id, {
    state: 'sending',
    startedBy,
    lostPermission: false,
    startedAt: sql`now()`,
    customersDone: sql`c.audience = 'subscribers'`,
    expectedEmails: emails,
    expectedRecipients: notifications,
  });

export const findTimeZone = () =>
  one('campaigns.findTimeZone', { timeZone: text })`select time_zone from store_settings`;
