import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { adminCampaignMessages as texts } from '@shop/contracts/notifications/admin-messages';
import { useState } from 'react';
import { Form } from 'react-router';
import { Panel } from '#features/admin/shared/admin-page.tsx';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { useIsSubmitting } from '#lib/forms/submitting.ts';
import { Button } from '#ui/button.tsx';
import { FieldError, TextAreaField, TextField } from '#ui/form/field.tsx';
import { CampaignFields } from './campaign-fields.ts';

export function CampaignForm({ sendKey, lastResult }: { sendKey: string; lastResult?: SubmissionResult }) {
  // Keeps the first idempotency key: revalidating the list below brings a new one while the form is filled in.
  const [key] = useState(sendKey);
  const busy = useIsSubmitting();
  const [form, fields] = useContractForm(CampaignFields, { id: 'campaign', lastResult });
  return (
    <Panel title={texts.write}>
      <Form method="post" preventScrollReset {...getFormProps(form)} className="grid max-w-2xl gap-5">
        <input type="hidden" name="key" value={key} />
        <TextField {...fieldOf(fields.title)} label={texts.name} />
        <TextAreaField {...fieldOf(fields.message)} label={texts.message} />
        <TextField {...fieldOf(fields.link)} label={texts.link} hint={texts.linkHint} />
        {form.errors?.[0] && <FieldError>{form.errors[0]}</FieldError>}
        <Button type="submit" busy={busy} busyLabel={texts.sending} className="justify-self-start">
          {texts.send}
        </Button>
      </Form>
    </Panel>
  );
}
