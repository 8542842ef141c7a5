import { getFormProps } from '@conform-to/react';
import { accessMessages } from '@shop/contracts/common/messages';
import { settingsMessages } from '@shop/contracts/identity/account-messages';
import { passwordHint } from '@shop/contracts/identity/auth-messages';
import type { PasswordState } from '@shop/contracts/identity/schema';
import { useEffect, useRef } from 'react';
import { Form, useLocation } from 'react-router';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { FieldError } from '#ui/form/field.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { Notice } from '#ui/notice.tsx';
import { PasswordForm, type SettingsActionResult } from './settings-forms.ts';
import { SettingsSection, useSectionAction } from './settings-section.tsx';

type PasswordSettingsProps = { state: PasswordState; result?: SettingsActionResult };

export function PasswordSettings({ state, result }: PasswordSettingsProps) {
  const [form, fields] = useContractForm(PasswordForm, {
    id: 'change-password',
    lastResult: result?.intent === 'password' ? result.reply : undefined,
  });

  return (
    <SettingsSection id="password" heading={settingsMessages.password}>
      {state.newPasswordRequired && (
        <div className="mb-5">
          <Notice kind="info">{accessMessages.newPasswordRequired}</Notice>
        </div>
      )}
      <Form
        ref={useEmptyOnceDone()}
        method="post"
        action={useSectionAction('password')}
        preventScrollReset
        {...getFormProps(form, { ariaAttributes: false })}
        className="grid max-w-md gap-5"
      >
        <PasswordField
          {...fieldOf(fields.currentPassword)}
          label={settingsMessages.currentPassword}
          autoComplete="current-password"
        />
        <PasswordField
          {...fieldOf(fields.newPassword)}
          label={settingsMessages.newPassword}
          hint={passwordHint(state.minLength)}
          autoComplete="new-password"
        />
        <PasswordField
          {...fieldOf(fields.confirmPassword)}
          label={settingsMessages.confirmNewPassword}
          autoComplete="new-password"
        />
        {form.errors && <FieldError>{form.errors[0]}</FieldError>}
        <IntentButton intent="password" busyLabel={settingsMessages.updating} className="justify-self-start">
          {settingsMessages.updatePassword}
        </IntentButton>
      </Form>
    </SettingsSection>
  );
}

/** Clears the passwords from the form after a successful change. */
function useEmptyOnceDone() {
  const form = useRef<HTMLFormElement>(null);
  const { key, search } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per navigation.
  useEffect(() => {
    if (new URLSearchParams(search).has('done', 'password')) form.current?.reset();
  }, [key]);
  return form;
}
