import type { CampaignAudience, CampaignChannel, CampaignState } from './constants.ts';

export const campaignMessages = {
  titleMissing: 'Title is required',
  titleTooLong: 'Title must be 120 characters or fewer',
  messageMissing: 'Message is required',
  messageTooLong: 'Message must be 5,000 characters or fewer',
  invalidLink: 'Enter a path on this site, for example /products',
  audienceMissing: 'Select an audience from the list',
  channelMissing: 'Select at least one channel',
  subscribersByEmail: 'Select Email. Newsletter subscribers can only be reached by email.',
  badTime: 'Enter a valid date and time, for example 2026-03-05T10:30',
  pastTime: 'Enter a date and time in the future',
  notFound: 'Campaign not found.',
  noRecipients: 'This campaign has no recipients right now.',
  conflict: {
    draft: 'This campaign is a draft. It isn’t scheduled or being sent.',
    scheduled: 'This campaign is scheduled. Stop it to make changes.',
    sending: 'This campaign is already being sent.',
    sent: 'This campaign was already sent.',
    stopped: 'This campaign was stopped. Create a new one to send it again.',
  } satisfies Record<CampaignState, string>,
};

export const campaignStateLabels = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  sending: 'Sending',
  sent: 'Sent',
  stopped: 'Stopped',
} satisfies Record<CampaignState, string>;

export const campaignAudienceLabels = {
  customers: 'Customers who opted in to marketing',
  subscribers: 'Newsletter subscribers',
  both: 'Opted-in customers and newsletter subscribers',
} satisfies Record<CampaignAudience, string>;

export const campaignChannelLabels = {
  email: 'Email',
  notification: 'Notification in the account',
} satisfies Record<CampaignChannel, string>;

const counted = (count: number, one: string) => (count === 1 ? `1 ${one}` : `${count.toLocaleString('en-US')} ${one}s`);
const people = (count: number) => (count === 1 ? '1 person' : `${count.toLocaleString('en-US')} people`);

export const adminCampaignMessages = {
  title: 'Campaigns',
  list: 'Campaigns, newest first',
  create: 'Create campaign',
  none: 'No campaigns to show',
  noneYet: 'Write to the customers and subscribers who want to hear from you.',
  noneFound: 'No campaigns match your filters. Try changing or clearing them.',
  anyState: 'Any status',
  state: 'Status',
  messages: 'Messages',
  sent: 'Sent',
  date: 'Date',

  content: 'Content',
  name: 'Title',
  nameHint: 'The subject of the email and the title of the notification',
  message: 'Message',
  messageHint:
    'Paragraphs, **bold**, *italic*, lists, headings and links, as in product descriptions. Notifications show the first 500 characters without formatting.',
  link: 'Link',
  linkHint: 'Optional. A path on this site, for example /products',
  audience: 'Audience',
  audienceHint: 'An email address that is in both gets one email. Emails go to confirmed addresses only.',
  channels: 'Channels',
  save: 'Save draft',
  created: 'Draft saved.',
  saved: 'Draft saved.',

  preview: 'Email preview',
  previewHint: 'As it is sent. Every email has its own unsubscribe link.',
  previewOf: (title: string) => `Preview of the email “${title}”`,
  noEmail: 'This campaign sends no emails.',
  test: 'Send test email',
  testing: 'Sending...',
  tested: 'Test email sent to your own address.',

  sending: 'Sending',
  savedOnly: 'The draft is sent as it was last saved. Save your changes first.',
  people,
  counts: (emails: number, notifications: number) =>
    `${counted(emails, 'email')} and ${counted(notifications, 'notification')}`,
  countedAt: (time: string) => `As of ${time}. Consent is checked again when each message is sent.`,
  noRecipients: {
    customers:
      'No customer has opted in to marketing yet, or none of those who did has a confirmed email address, so there’s no one to send this campaign to.',
    subscribers: 'The newsletter has no confirmed subscribers yet, so there’s no one to send this campaign to.',
    both: 'No customer with a confirmed email address has opted in to marketing and the newsletter has no confirmed subscribers yet, so there’s no one to send this campaign to.',
  } satisfies Record<CampaignAudience, string>,
  sendNow: 'Send now',
  sendTitle: (title: string) => `Send “${title}”?`,
  sendTo: (count: number) => `Send to ${people(count)}`,
  sendingNow: 'Sending...',
  keep: 'Keep as draft',
  keepScheduled: 'Keep schedule',
  started: 'Your campaign is being sent.',
  schedule: 'Schedule',
  scheduleTitle: (title: string) => `Schedule “${title}”?`,
  scheduleFor: (count: number) => `Schedule for ${people(count)}`,
  scheduling: 'Scheduling...',
  at: 'Date and time',
  atHint: (timeZone: string) => `In the time zone of the store, ${timeZone}`,
  scheduled: 'Campaign scheduled.',
  scheduledFor: (time: string) => `This campaign is sent on ${time}.`,
  stop: 'Stop',
  stopping: 'Stopping...',
  stopScheduled: 'It becomes a draft again.',
  stopSending: 'Emails and notifications that aren’t sent yet are not sent. A stopped campaign can’t be continued.',
  stopped: 'Campaign stopped.',
  progress: 'Progress',
  progressOf: (title: string) => `Progress of ${title}`,
  reached: (sent: number, expected: number) =>
    `${sent.toLocaleString('en-US')} of about ${expected.toLocaleString('en-US')}`,
  done: (emails: number, notifications: number) =>
    `Sent: ${counted(emails, 'email')}, ${counted(notifications, 'notification')}`,
  stoppedAfter: (emails: number, notifications: number) =>
    `Stopped after ${counted(emails, 'email')} and ${counted(notifications, 'notification')}. Emails that were still queued are not sent.`,
};
