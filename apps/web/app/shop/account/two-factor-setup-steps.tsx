import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { settingsMessages } from '@shop/contracts/identity/account-messages';
import type { TwoFactorSetup } from '@shop/contracts/identity/schema';
import { Form } from 'react-router';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { FieldError, TextField } from '#ui/form/field.tsx';
import { QrCode } from '#ui/qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TwoFactorCodeForm } from './settings-forms.ts';
import { useSectionAction } from './settings-section.tsx';

type TwoFactorSetupStepsProps = { setup: TwoFactorSetup; lastResult?: SubmissionResult };

export function TwoFactorSetupSteps({ setup, lastResult }: TwoFactorSetupStepsProps) {
  const [form, fields] = useContractForm(TwoFactorCodeForm, { id: 'two-factor-confirmation', lastResult });
  const { totpUri, recoveryCodes } = setup;

  return (
    <div className="grid gap-8">
      <div className="grid gap-4">
        <p className="max-w-prose text-ink-soft">{settingsMessages.scan}</p>
        <QrCode text={totpUri} label={settingsMessages.qrCode} />
        <p className="text-small">
          {settingsMessages.key}: <code className="break-words font-semibold">{keyOf(totpUri)}</code>
        </p>
      </div>
      <RecoveryCodes codes={recoveryCodes} />
      <Form
        method="post"
        action={useSectionAction('two-factor')}
        preventScrollReset
        {...getFormProps(form, { ariaAttributes: false })}
        className="grid max-w-md gap-5"
      >
        {/* The server sends these only once: hidden fields keep them for the page after a wrong code. */}
        <input type="hidden" name="totpUri" value={totpUri} />
        {recoveryCodes.map((code) => (
          <input key={code} type="hidden" name="recoveryCode" value={code} />
        ))}
        <TextField
          {...fieldOf(fields.code)}
          label={settingsMessages.code}
          hint={settingsMessages.turningOnLogsOut}
          inputMode="numeric"
          autoComplete="one-time-code"
        />
        {form.errors && <FieldError>{form.errors[0]}</FieldError>}
        <IntentButton
          intent="two-factor-confirmation"
          busyLabel={settingsMessages.updating}
          className="justify-self-start"
        >
          {settingsMessages.confirmTwoFactor}
        </IntentButton>
      </Form>
    </div>
  );
}

/** The setup key in groups of 4 characters, for easier typing. */
const keyOf = (totpUri: string) => new URL(totpUri).searchParams.get('secret')?.replace(/.{4}(?=.)/g, '$& ');
