import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { adminMessages } from '@shop/contracts/admin/messages';
import { CAMPAIGN_CHANNELS } from '@shop/contracts/campaigns/constants';
import {
  campaignAudienceLabels,
  campaignChannelLabels,
  adminCampaignMessages as texts,
} from '@shop/contracts/campaigns/messages';
import type { Campaign } from '@shop/contracts/campaigns/schema';
import { useId } from 'react';
import { Form } from 'react-router';
import { Panel } from '#admin/kit/admin-page.tsx';
import { ChoiceField } from '#admin/kit/choice-field.tsx';
import { FormKey } from '#admin/kit/form-key.tsx';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { useIsSubmitting } from '#lib/forms/submitting.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/form/choice.tsx';
import { FieldError, TextAreaField, TextField } from '#ui/form/field.tsx';
import { CampaignFields, fieldsOf } from './campaign-fields.ts';

/** A new campaign, or the draft of one. */
export function CampaignForm({ campaign, lastResult }: { campaign?: Campaign; lastResult?: SubmissionResult }) {
  const busy = useIsSubmitting({ intent: 'save' });
  const [form, fields] = useContractForm(CampaignFields, {
    id: 'campaign',
    lastResult,
    defaultValue: campaign ? fieldsOf(campaign) : { audience: 'customers', channels: ['email'] },
  });
  const error = fields.channels.errors?.[0];
  const errorId = useId();
  // After an error without JavaScript, the submitted values; conform has a single one as a text.
  const chosen = [fields.channels.initialValue ?? []].flat().map(String);
  return (
    <Form method="post" preventScrollReset {...getFormProps(form)}>
      <FormKey />
      <Panel title={texts.content} className="grid gap-5">
        <TextField {...fieldOf(fields.title)} label={texts.name} hint={texts.nameHint} maxLength={120} />
        <TextAreaField {...fieldOf(fields.message)} label={texts.message} hint={texts.messageHint} rows={8} />
        <TextField {...fieldOf(fields.link)} label={texts.link} hint={texts.linkHint} />
        <ChoiceField
          {...fieldOf(fields.audience)}
          label={texts.audience}
          hint={texts.audienceHint}
          of={campaignAudienceLabels}
        />
        <fieldset aria-describedby={error ? errorId : undefined}>
          <legend className="font-semibold text-small">{texts.channels}</legend>
          {CAMPAIGN_CHANNELS.map((channel) => (
            <Checkbox
              key={channel}
              name={fields.channels.name}
              value={channel}
              defaultChecked={chosen.includes(channel)}
            >
              {campaignChannelLabels[channel]}
            </Checkbox>
          ))}
          {error && <FieldError id={errorId}>{error}</FieldError>}
        </fieldset>
        {form.errors?.[0] && <FieldError>{form.errors[0]}</FieldError>}
        <Button
          type="submit"
          name="intent"
          value="save"
          look={campaign ? 'secondary' : 'primary'}
          busy={busy}
          busyLabel={adminMessages.saving}
          className="justify-self-start"
        >
          {texts.save}
        </Button>
      </Panel>
    </Form>
  );
}
