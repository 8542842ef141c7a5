import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { roleLabels } from '@shop/contracts/identity/admin-messages';
import { staffPageMessages as texts } from '@shop/contracts/identity/staff-messages';
import { useState } from 'react';
import { Form } from 'react-router';
import { Panel } from '#admin/kit/admin-page.tsx';
import { ChoiceField } from '#admin/kit/choice-field.tsx';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { FieldError, TextField } from '#ui/form/field.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { InvitationForm } from './staff-forms.ts';

/** Owners are invited as `owner`. */
const { admin: _, ...ROLES } = roleLabels;

type InviteFormProps = { formKey: string; lastResult?: SubmissionResult };

export function InviteForm({ formKey, lastResult }: InviteFormProps) {
  // Keeps the first idempotency key: revalidating the list below brings a new one while the form is filled in.
  const [key] = useState(formKey);
  const [form, fields] = useContractForm(InvitationForm, {
    id: 'invite',
    lastResult,
    defaultValue: { role: 'packer' },
  });
  return (
    <Panel title={texts.invite}>
      <Form method="post" preventScrollReset {...getFormProps(form, { ariaAttributes: false })} className="grid gap-4">
        <input type="hidden" name="key" value={key} />
        <div className="grid items-start gap-4 tablet:grid-cols-[minmax(0,3fr)_minmax(0,2fr)_minmax(0,3fr)]">
          <TextField {...fieldOf(fields.email)} label={texts.email} type="email" autoComplete="off" />
          <ChoiceField {...fieldOf(fields.role)} label={texts.role} of={ROLES} />
          <PasswordField
            {...fieldOf(fields.password)}
            label={texts.yourPassword}
            hint={texts.yourPasswordHint}
            autoComplete="current-password"
          />
        </div>
        <p className="text-ink-muted text-small">{texts.inviteHint}</p>
        {form.errors?.[0] && <FieldError>{form.errors[0]}</FieldError>}
        <IntentButton intent="invite" busyLabel={texts.sending} className="justify-self-start">
          {texts.send}
        </IntentButton>
      </Form>
    </Panel>
  );
}
