import { type FieldMetadata, type FormMetadata, getFormProps } from '@conform-to/react';
import { settingsMessages } from '@shop/contracts/identity/account-messages';
import { twoFactorLoginMessages } from '@shop/contracts/identity/auth-messages';
import type { ReactNode } from 'react';
import { Form } from 'react-router';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { FieldError, TextField } from '#ui/form/field.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { type Intent, PasswordCheckForm, type SettingsActionResult, TwoFactorCheckForm } from './settings-forms.ts';
import { useSectionAction } from './settings-section.tsx';

type PasswordGateProps = {
  intent: Intent;
  /** Id of the section the page opens at when the password is wrong. */
  section: string;
  submit: { label: string; busyLabel: string; danger?: boolean };
  result?: SettingsActionResult;
  /** Shown beside the submit button. */
  dismissAction?: ReactNode;
};

/** Re-authentication: protects sensitive actions from misuse of an unattended session. */
export function PasswordGate(gate: PasswordGateProps) {
  const [form, { password }] = useContractForm(PasswordCheckForm, formOf(gate));
  return (
    <GateForm {...gate} form={form}>
      <OwnPassword field={password} />
    </GateForm>
  );
}

/** Password and code: for disabling two-factor authentication or replacing its recovery codes. */
export function TwoFactorGate(gate: PasswordGateProps) {
  const [form, { password, code }] = useContractForm(TwoFactorCheckForm, formOf(gate));
  return (
    <GateForm {...gate} form={form}>
      <OwnPassword field={password} />
      <TextField
        {...fieldOf(code)}
        label={twoFactorLoginMessages.code}
        hint={twoFactorLoginMessages.invitation}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
      />
    </GateForm>
  );
}

const formOf = ({ intent, result }: PasswordGateProps) => ({
  id: intent,
  lastResult: result?.intent === intent ? result.reply : undefined,
});

const OwnPassword = ({ field }: { field: FieldMetadata<string> }) => (
  <PasswordField {...fieldOf(field)} label={settingsMessages.passwordToContinue} autoComplete="current-password" />
);

type GateFormProps = PasswordGateProps & { form: FormMetadata; children: ReactNode };

function GateForm({ intent, section, submit, dismissAction, form, children }: GateFormProps) {
  return (
    <Form
      method="post"
      action={useSectionAction(section)}
      preventScrollReset={intent !== 'deletion'}
      {...getFormProps(form, { ariaAttributes: false })}
      className="grid max-w-md gap-5"
    >
      {children}
      {form.errors && <FieldError>{form.errors[0]}</FieldError>}
      <div className="flex flex-wrap gap-3">
        <IntentButton intent={intent} look={submit.danger ? 'danger' : 'primary'} busyLabel={submit.busyLabel}>
          {submit.label}
        </IntentButton>
        {dismissAction}
      </div>
    </Form>
  );
}
