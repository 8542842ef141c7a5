import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { adminCampaignMessages as words } from '@shop/contracts/campaigns-texts';
import { useState } from 'react';
import { Form } from 'react-router';
import { Button } from '#components/ui/button.tsx';
import { FieldError, TextAreaField, TextField } from '#components/ui/field.tsx';
import { CampaignFields } from '#lib/campaign-fields.ts';
import { fieldOf, useContractForm } from '#lib/contract-form.ts';
import { useSending } from '#lib/sending.ts';
import { Panel } from './admin-page.tsx';

export function CampaignForm({ sendKey, reply }: { sendKey: string; reply?: SubmissionResult }) {
  // One form, one key: the list below is read anew while somebody writes.
  const [key] = useState(sendKey);
  const busy = useSending();
  const [form, fields] = useContractForm(CampaignFields, { id: 'campaign', lastResult: reply });
  return (
    <Panel title={words.write}>
      <Form method="post" preventScrollReset {...getFormProps(form)} className="grid max-w-2xl gap-5">
        <input type="hidden" name="key" value={key} />
        <TextField {...fieldOf(fields.title)} label={words.name} />
        <TextAreaField {...fieldOf(fields.message)} label={words.message} />
        <TextField {...fieldOf(fields.link)} label={words.link} hint={words.linkHint} />
        {form.errors?.[0] && <FieldError>{form.errors[0]}</FieldError>}
        <Button type="submit" busy={busy} busyLabel={words.sending} className="justify-self-start">
          {words.send}
        </Button>
      </Form>
    </Panel>
  );
}
