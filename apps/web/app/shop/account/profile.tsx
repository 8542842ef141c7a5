import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { profileMessages, settingsMessages } from '@shop/contracts/identity/account-messages';
import { unconfirmedEmailMessages } from '@shop/contracts/identity/auth-messages';
import { getPendingEmail, updateProfile } from '@shop/contracts/identity/operations';
import { Profile, type User } from '@shop/contracts/identity/schema';
import { useEffect, useRef } from 'react';
import { data, Form, redirect, useSearchParams } from 'react-router';
import { apiFor } from '#lib/api.server.ts';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { networkErrorResult, onNetworkError } from '#lib/forms/network-error.ts';
import { sendForm } from '#lib/forms/send-form.server.ts';
import { useIsSubmitting } from '#lib/forms/submitting.ts';
import { loginAgainUrl } from '#lib/redirect-target.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import { FieldError, TextField } from '#ui/form/field.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/profile';
import { PageHeading } from './page-heading.tsx';
import { useCustomer } from './use-customer.ts';

/** The profile itself comes from the layout. */
export async function loader({ request }: Route.LoaderArgs) {
  const found = await apiFor(request).call(getPendingEmail);
  return { pendingEmail: found.ok ? found.value.email : null };
}

export async function action({ request }: Route.ActionArgs) {
  const api = apiFor(request);
  const sent = await sendForm(
    await formOf(request),
    ProfileForm,
    (profile) => api.call(updateProfile, { body: profile }),
    ({ status, message }) => (status === 429 ? message : profileMessages.failed),
  );
  if (!sent.ok && sent.problem?.code === 'session_too_old') throw redirect(loginAgainUrl('/account?edit=1'));
  if (!sent.ok) return data(sent.reply, { status: sent.status });
  throw redirect(sent.value.confirmationSent ? '/account?done=saved&done=inbox' : '/account?done=saved');
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError(networkErrorResult(profileMessages.failed)));

export default function ProfilePage({ loaderData: { pendingEmail }, actionData }: Route.ComponentProps) {
  const user = useCustomer();
  const [search] = useSearchParams();
  const editing = actionData !== undefined || search.has('edit');

  return (
    <section>
      <FlashMessage texts={{ saved: profileMessages.saved, inbox: profileMessages.checkInbox }} />
      <PageHeading>{profileMessages.heading}</PageHeading>
      {editing ? (
        <ProfileEditor user={user} lastResult={actionData} />
      ) : (
        <ProfileView user={user} pendingEmail={pendingEmail} />
      )}
    </section>
  );
}

type ProfileUser = Pick<User, 'name' | 'email' | 'emailVerified' | 'phone'>;

type ProfileViewProps = {
  user: ProfileUser;
  /** The new email address that waits for its confirmation. */
  pendingEmail: string | null;
};

function ProfileView({ user: { name, email, emailVerified, phone }, pendingEmail }: ProfileViewProps) {
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
const ProfileForm = Profile.extend({ phone: Profile.shape.phone.default(null) });

function ProfileEditor({ user, lastResult }: { user: ProfileUser; lastResult?: SubmissionResult }) {
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
