import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { profileMessages } from '@shop/contracts/account-texts';
import { Profile, type User } from '@shop/contracts/identity';
import { useEffect, useRef } from 'react';
import { Form } from 'react-router';
import { Button, ButtonLink } from '#components/ui/button.tsx';
import { FieldError, TextField } from '#components/ui/field.tsx';
import { fieldOf, useContractForm } from '#lib/contract-form.ts';
import { useSending } from '#lib/sending.ts';

type Person = Pick<User, 'name' | 'email' | 'phone'>;

export function ProfileView({ user: { name, email, phone } }: { user: Person }) {
  const facts = [
    [profileMessages.name, name],
    [profileMessages.email, email],
    [profileMessages.phone, phone ?? profileMessages.noPhone],
  ];
  return (
    <>
      <dl className="mt-6 border-line border-t">
        {facts.map(([term, value]) => (
          <div key={term} className="border-line border-b py-4 desktop:grid desktop:grid-cols-[10rem_minmax(0,1fr)]">
            <dt className="text-ink-muted text-small desktop:leading-[1.65]">{term}</dt>
            <dd className="min-w-0">{value}</dd>
          </div>
        ))}
      </dl>
      <ButtonLink to="?edit=1" look="secondary" className="mt-6">
        {profileMessages.edit}
      </ButtonLink>
    </>
  );
}

/** A form leaves an empty field out; no phone number is one of the things a profile may say. */
export const ProfileForm = Profile.extend({ phone: Profile.shape.phone.default(null) });

export function ProfileEditor({ user, lastResult }: { user: Person; lastResult?: SubmissionResult }) {
  const { name, email, phone } = user;
  const [form, fields] = useContractForm(ProfileForm, {
    id: 'profile',
    lastResult,
    defaultValue: { name, email, phone },
  });
  const busy = useSending();

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

/** The link that opened the form is gone: the focus goes on in its first field, unless somebody is typing already. */
function useFirstField() {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!document.activeElement?.matches('input')) form.current?.querySelector('input')?.focus();
  }, []);
  return form;
}
