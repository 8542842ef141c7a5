import type { previewCampaign } from '@shop/contracts/campaigns/admin-operations';
import { adminCampaignMessages as texts } from '@shop/contracts/campaigns/messages';
import type { Campaign } from '@shop/contracts/campaigns/schema';
import { Form } from 'react-router';
import { Panel } from '#admin/kit/admin-page.tsx';
import { FormKey } from '#admin/kit/form-key.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { apiUrl } from '#lib/browser-api.ts';
import { IntentButton } from '#lib/forms/intent-button.tsx';

/** The email as the API renders it, in a frame that runs no scripts and has no access to the page. */
export function CampaignPreview({ campaign }: { campaign: Campaign }) {
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
