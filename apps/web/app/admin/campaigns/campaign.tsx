import { adminMessages } from '@shop/contracts/admin/messages';
import { countCampaignRecipients, getCampaign, type previewCampaign } from '@shop/contracts/campaigns/admin-operations';
import { SENDABLE_STATES } from '@shop/contracts/campaigns/constants';
import {
  campaignAudienceLabels,
  campaignChannelLabels,
  adminCampaignMessages as texts,
} from '@shop/contracts/campaigns/messages';
import type { Campaign, CampaignRecipients } from '@shop/contracts/campaigns/schema';
import { staffMessages } from '@shop/contracts/common/messages';
import { Form } from 'react-router';
import { AdminPage, Panel } from '#admin/kit/admin-page.tsx';
import { ConfirmEffects } from '#admin/kit/confirm-effects.tsx';
import { DetailList } from '#admin/kit/detail-list.tsx';
import { FormKey } from '#admin/kit/form-key.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { apiFor } from '#lib/api.server.ts';
import { apiUrl } from '#lib/browser-api.ts';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { onNetworkError } from '#lib/forms/network-error.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { usePolling } from '#lib/polling.ts';
import { useStoreProfile } from '#lib/store-profile.ts';
import { FlashMessage } from '#ui/flash-message.tsx';
import { TextField } from '#ui/form/field.tsx';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/campaign';
import { changeCampaign } from './campaign-actions.server.ts';
import { CampaignForm } from './campaign-form.tsx';
import type { CampaignResult } from './campaign-result.ts';
import { CampaignStateLabel } from './campaign-state.tsx';
import { timeInZone, typedInZone } from './campaign-time.ts';

const POLL_INTERVAL_MS = 2_000;

/** Recipients are counted only while the campaign can still be sent. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const api = apiFor(request);
  const id = params.campaignId;
  const campaign = await api.read(getCampaign, { params: { id } });
  const isSendable = SENDABLE_STATES.includes(campaign.state);
  return { campaign, recipients: isSendable ? await api.read(countCampaignRecipients, { params: { id } }) : null };
}

export const action = ({ request, params }: Route.ActionArgs) => changeCampaign(request, params.campaignId);

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError<CampaignResult>({ failed: adminMessages.failed }));

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  unlistedMeta(matches, loaderData?.campaign.title ?? texts.title);

const DONE = {
  created: texts.created,
  saved: texts.saved,
  tested: texts.tested,
  scheduled: texts.scheduled,
  started: texts.started,
  stopped: texts.stopped,
};

const COLUMN = 'grid min-w-0 grid-cols-1 content-start gap-4';

export default function CampaignPage({ loaderData: { campaign, recipients }, actionData }: Route.ComponentProps) {
  const canWrite = useCan()('promotions.write');
  usePolling(campaign.state === 'sending', POLL_INTERVAL_MS);
  return (
    <AdminPage
      title={campaign.title}
      above={[{ label: texts.title, to: '/admin/campaigns' }]}
      actions={<CampaignStateLabel state={campaign.state} />}
    >
      <FlashMessage texts={DONE} result={actionData} />
      {recipients && <ConfirmSending campaign={campaign} people={recipients.people} result={actionData} />}
      {campaign.lostPermission !== null && (
        <Notice kind="error">{staffMessages.lostPermission(campaign.lostPermission)}</Notice>
      )}
      <div className="grid grid-cols-1 items-start gap-4 desktop:grid-cols-[minmax(0,1fr)_22rem]">
        <div className={COLUMN}>
          {campaign.state === 'draft' && canWrite ? (
            <CampaignForm campaign={campaign} lastResult={actionData?.reply} />
          ) : (
            <CampaignDetails campaign={campaign} />
          )}
          <CampaignPreview campaign={campaign} />
        </div>
        <div className={COLUMN}>
          {recipients ? (
            <CampaignSending campaign={campaign} recipients={recipients} result={actionData} />
          ) : (
            <CampaignProgress campaign={campaign} />
          )}
        </div>
      </div>
    </AdminPage>
  );
}

/** The text and audience of a campaign that can't be edited. */
const CampaignDetails = ({ campaign: { message, link, audience, channels } }: { campaign: Campaign }) => (
  <Panel title={texts.content} className="grid gap-5">
    <p className="whitespace-pre-line wrap-anywhere">{message}</p>
    <DetailList
      of={{
        ...(link && { [texts.link]: link }),
        [texts.audience]: campaignAudienceLabels[audience],
        [texts.channels]: channels.map((channel) => campaignChannelLabels[channel]).join(', '),
      }}
    />
  </Panel>
);

/** The email as the API renders it, in a frame that runs no scripts and has no access to the page. */
function CampaignPreview({ campaign }: { campaign: Campaign }) {
  const { id, title, message, link, audience, channels } = campaign;
  const canWrite = useCan()('promotions.write');
  if (!channels.includes('email'))
    return (
      <Panel title={texts.preview}>
        <p className="text-ink-soft">{texts.noEmail}</p>
      </Panel>
    );
  return (
    <Panel title={texts.preview}>
      <p className="mb-4 text-ink-muted text-small">{texts.previewHint}</p>
      <iframe
        // Loads again when the email changes.
        key={JSON.stringify([title, message, link, audience])}
        src={apiUrl<typeof previewCampaign>('GET /admin/campaigns/:id/preview', { params: { id } })}
        title={texts.previewOf(title)}
        sandbox=""
        className="block h-[36rem] w-full rounded-control border border-line bg-pearl"
      />
      {canWrite && (
        <Form method="post" preventScrollReset className="mt-4">
          <FormKey />
          <IntentButton intent="test" look="secondary" busyLabel={texts.testing}>
            {texts.test}
          </IntentButton>
        </Form>
      )}
    </Panel>
  );
}

/** Of a campaign that is being sent, was sent or was stopped. */
function CampaignProgress({ campaign }: { campaign: Campaign }) {
  const canWrite = useCan()('promotions.write');
  const { title, state, emails, notifications, expectedEmails, expectedNotifications } = campaign;
  const [sent, expected] = [emails + notifications, expectedEmails + expectedNotifications];
  return (
    <Panel title={texts.progress} className="grid gap-4">
      {state === 'sending' && (
        <div className="grid gap-1">
          <progress
            aria-label={texts.progressOf(title)}
            value={sent}
            max={Math.max(expected, sent, 1)}
            className="w-full"
          />
          <p>{texts.reached(sent, expected)}</p>
        </div>
      )}
      {state === 'sent' && <p>{texts.done(emails, notifications)}</p>}
      {state === 'stopped' && <p>{texts.stoppedAfter(emails, notifications)}</p>}
      {state === 'sending' && canWrite && <StopForm hint={texts.stopSending} />}
    </Panel>
  );
}

type SendingProps = { campaign: Campaign; recipients: CampaignRecipients; result: CampaignResult | undefined };

/** Who gets the campaign, and the buttons that send it: now, or at a time of the store's time zone. */
function CampaignSending({ campaign, recipients, result }: SendingProps) {
  const { timeZone } = useStoreProfile();
  const canWrite = useCan()('promotions.write');
  const { state, scheduledAt } = campaign;
  return (
    <Panel title={texts.sending} className="grid gap-5">
      {scheduledAt && <p>{texts.scheduledFor(timeInZone(scheduledAt, timeZone))}</p>}
      <RecipientCounts recipients={recipients} timeZone={timeZone} />
      {recipients.people === 0 && <Notice kind="info">{texts.noRecipients[campaign.audience]}</Notice>}
      {canWrite && recipients.people > 0 && (
        <>
          {state === 'draft' && <p className="text-ink-muted text-small">{texts.savedOnly}</p>}
          <Form method="post" preventScrollReset>
            <FormKey />
            <IntentButton intent="send" busyLabel={texts.sendingNow}>
              {texts.sendNow}
            </IntentButton>
          </Form>
          <Form method="post" preventScrollReset className="grid gap-4 border-line border-t pt-5">
            <FormKey />
            <TextField
              name="at"
              type="datetime-local"
              required
              label={texts.at}
              hint={texts.atHint(timeZone)}
              defaultValue={result?.at ?? (scheduledAt ? typedInZone(scheduledAt, timeZone) : '')}
              error={result?.atError}
            />
            <IntentButton
              intent="schedule"
              look="secondary"
              busyLabel={texts.scheduling}
              className="justify-self-start"
            >
              {texts.schedule}
            </IntentButton>
          </Form>
        </>
      )}
      {canWrite && state === 'scheduled' && <StopForm hint={texts.stopScheduled} />}
    </Panel>
  );
}

type CountsProps = { recipients: CampaignRecipients; timeZone: string };

const RecipientCounts = ({ recipients: { emails, notifications, people, countedAt }, timeZone }: CountsProps) => (
  <div>
    <p className="font-semibold text-h3">{texts.people(people)}</p>
    <p>{texts.counts(emails, notifications)}</p>
    <p className="mt-1 text-ink-muted text-small">{texts.countedAt(timeInZone(countedAt, timeZone))}</p>
  </div>
);

/** Ends a schedule, or what is being sent. */
function StopForm({ hint }: { hint: string }) {
  return (
    <Form method="post" preventScrollReset className="grid gap-2 border-line border-t pt-5">
      <FormKey />
      <p className="text-ink-muted text-small">{hint}</p>
      <IntentButton intent="stop" look="secondary" busyLabel={texts.stopping} className="justify-self-start">
        {texts.stop}
      </IntentButton>
    </Form>
  );
}

type ConfirmProps = { campaign: Campaign; people: number; result: CampaignResult | undefined };

/** The numbers of the dry run, before anything is sent or scheduled. */
function ConfirmSending({ campaign: { title, state }, people, result }: ConfirmProps) {
  const isSchedule = result?.intent === 'schedule';
  return (
    <ConfirmEffects
      confirmation={result?.confirmation}
      title={isSchedule ? texts.scheduleTitle(title) : texts.sendTitle(title)}
      confirm={isSchedule ? texts.scheduleFor(people) : texts.sendTo(people)}
      busyLabel={isSchedule ? texts.scheduling : texts.sendingNow}
      keep={state === 'scheduled' ? texts.keepScheduled : texts.keep}
    />
  );
}
