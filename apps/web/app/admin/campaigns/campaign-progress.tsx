import { adminCampaignMessages as texts } from '@shop/contracts/campaigns/messages';
import type { Campaign } from '@shop/contracts/campaigns/schema';
import { Panel } from '#admin/kit/admin-page.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { StopForm } from './campaign-sending.tsx';

/** Of a campaign that is being sent, was sent or was stopped. */
export function CampaignProgress({ campaign }: { campaign: Campaign }) {
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
