import { adminCampaignMessages as texts } from '@shop/contracts/campaigns/messages';
import type { Campaign, CampaignRecipients } from '@shop/contracts/campaigns/schema';
import { Form } from 'react-router';
import { Panel } from '#admin/kit/admin-page.tsx';
import { ConfirmEffects } from '#admin/kit/confirm-effects.tsx';
import { FormKey } from '#admin/kit/form-key.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { useStoreIdentity } from '#lib/store-identity.ts';
import { TextField } from '#ui/form/field.tsx';
import { Notice } from '#ui/notice.tsx';
import type { CampaignResult } from './campaign-result.ts';
import { timeInZone, typedInZone } from './campaign-time.ts';

type SendingProps = { campaign: Campaign; recipients: CampaignRecipients; result: CampaignResult | undefined };

/** Who gets the campaign, and the buttons that send it: now, or at a time of the store's time zone. */
export function CampaignSending({ campaign, recipients, result }: SendingProps) {
  const { timeZone } = useStoreIdentity();
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
export function StopForm({ hint }: { hint: string }) {
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
export function ConfirmSending({ campaign: { title, state }, people, result }: ConfirmProps) {
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
