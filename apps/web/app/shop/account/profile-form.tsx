import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { profileMessages, settingsMessages } from '@shop/contracts/identity/account-messages';
import { unconfirmedEmailMessages } from '@shop/contracts/identity/auth-messages';
import { Profile, type User } from '@shop/contracts/identity/schema';
import { useEffect, useRef } from 'react';
import { Form } from 'react-router';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { useIsSubmitting } from '#lib/forms/submitting.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { FieldError, TextField } from '#ui/form/field.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { Notice } from '#ui/notice.tsx';

type ProfileUser = Pick<User, 'name' | 'email' | 'emailVerified' | 'phone'>;

type ProfileViewProps = {
  user: ProfileUser;
  /** The new email address that waits for its confirmation. */
  pendingEmail: string | null;
};

export function ProfileView({ user: { name, email, emailVerified, phone }, pendingEmail }: ProfileViewProps) {
  const { confirmed, unconfirmed } = unconfirmedEmailMessages;
  const details = [
    [profileMessages.name, name],
    [profileMessages.email, `${email} (${emailVerified ? confirmed : unconfirmed})`],
    [profileMessages.phone, phone ?? profileMessages.noPhone],
  ];
  return (
    <>
      <dl className="mt-6 border-line border-t">
        {details.map(([term, value]) => (
          <div key={term} className="border-line border-b py-4 desktop:grid desktop:grid-cols-[10rem_minmax(0,1fr)]">
            <dt className="text-ink-muted text-small desktop:leading-[1.65]">{term}</dt>
            <dd className="min-w-0 wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {pendingEmail && (
        <div className="mt-6">
          <Notice kind="info">{profileMessages.pendingEmail(pendingEmail)}</Notice>
        </div>
      )}
      <ButtonLink to="?edit=1" look="secondary" className="mt-6">
        {profileMessages.edit}
      </ButtonLink>
    </>
  );
}

/** Forms omit empty fields: a missing phone number means `null`. */
export const ProfileForm = Profile.extend({ phone: Profile.shape.phone.default(null) });

export function ProfileEditor({ user, lastResult }: { user: ProfileUser; lastResult?: SubmissionResult }) {
  const { name, email, phone } = user;
  const [form, fields] = useContractForm(ProfileForm, {
    id: 'profile',
    lastResult,
    defaultValue: { name, email, phone },
  });
  const busy = useIsSubmitting();
  const typed = fields.email.value?.trim().toLowerCase() ?? '';
  // Without JavaScript the field appears with the error of a submission that lacks it.
  const needsPassword = (typed !== '' && typed !== email) || fields.currentPassword.errors !== undefined;

  return (
    <Form
      ref={useFirstField()}
      method="post"
      action="/account"
      {...getFormProps(form, { ariaAttributes: false })}
      className="mt-6 grid max-w-xl gap-5"
    >
      <TextField {...fieldOf(fields.name)} label={profileMessages.name} autoComplete="name" />
      <TextField
        {...fieldOf(fields.email)}
        label={profileMessages.email}
        hint={profileMessages.emailHint}
        type="email"
        autoComplete="email"
      />
      {needsPassword && (
        <PasswordField
          {...fieldOf(fields.currentPassword)}
          label={settingsMessages.currentPassword}
          hint={profileMessages.passwordHint}
          autoComplete="current-password"
          required
        />
      )}
      <TextField
        {...fieldOf(fields.phone)}
        label={profileMessages.phone}
        hint={profileMessages.phoneHint}
        type="tel"
        autoComplete="tel"
      />
      {form.errors && <FieldError>{form.errors[0]}</FieldError>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy} busyLabel={profileMessages.saving}>
          {profileMessages.save}
        </Button>
        <ButtonLink to="/account" look="secondary">
          {profileMessages.cancel}
        </ButtonLink>
      </div>
    </Form>
  );
}

/** The link that opened the form is gone: focuses the first field, unless an input already has the focus. */
function useFirstField() {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!document.activeElement?.matches('input')) form.current?.querySelector('input')?.focus();
  }, []);
  return form;
}
