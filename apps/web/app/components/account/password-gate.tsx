import { getFormProps } from '@conform-to/react';
import { settingsMessages } from '@shop/contracts/account-texts';
import type { ReactNode } from 'react';
import { Form } from 'react-router';
import { Button } from '#components/ui/button.tsx';
import { FieldError } from '#components/ui/field.tsx';
import { PasswordField } from '#components/ui/password-field.tsx';
import { fieldOf, useContractForm } from '#lib/contract-form.ts';
import { useSending } from '#lib/sending.ts';
import { type Intent, PasswordCheckForm, type SettingsAnswer } from '#lib/settings-forms.ts';
import { useSectionAction } from './settings-section.tsx';

type PasswordGateProps = {
  intent: Intent;
  /** The section the page opens at when the password was wrong. */
  section: string;
  submit: { label: string; busyLabel: string; danger?: boolean };
  answer?: SettingsAnswer;
  /** The way out, beside the button. */
  children?: ReactNode;
};

/** For what must not happen by a session left open on somebody's table. */
export function PasswordGate({ intent, section, submit, answer, children }: PasswordGateProps) {
  const [form, fields] = useContractForm(PasswordCheckForm, {
    id: intent,
    lastResult: answer?.intent === intent ? answer.reply : undefined,
  });
  const busy = useSending({ intent });

  return (
    <Form
      method="post"
      action={useSectionAction(section)}
      preventScrollReset={intent !== 'deletion'}
      {...getFormProps(form, { ariaAttributes: false })}
      className="grid max-w-md gap-5"
    >
      <PasswordField
        {...fieldOf(fields.password)}
        label={settingsMessages.passwordToContinue}
        autoComplete="current-password"
      />
      {form.errors && <FieldError>{form.errors[0]}</FieldError>}
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          name="intent"
          value={intent}
          look={submit.danger ? 'danger' : 'primary'}
          busy={busy}
          busyLabel={submit.busyLabel}
        >
          {submit.label}
        </Button>
        {children}
      </div>
    </Form>
  );
}
