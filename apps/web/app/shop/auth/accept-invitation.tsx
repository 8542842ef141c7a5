import type { SubmissionResult } from '@conform-to/react';
import { roleLabels } from '@shop/contracts/identity/admin-messages';
import { invitationMessages as texts } from '@shop/contracts/identity/staff-messages';
import type { InvitationState } from '@shop/contracts/identity/staff-schema';
import { Form } from 'react-router';
import { useIsSubmitting } from '#lib/forms/submitting.ts';
import { withRedirect } from '#lib/redirect-target.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { FormHeading } from './form-heading.tsx';
import { StaffRegistrationForm } from './staff-registration-form.tsx';

type AcceptInvitationProps = {
  token: string;
  invitation: InvitationState;
  /** Of the form for a new account. */
  result?: SubmissionResult;
  failed?: string;
};

const NEXT = { register: texts.register, 'log-in': texts.logIn, accept: texts.accept, 'log-out': texts.logOut };

/** Opening the link changes nothing: only its forms accept the invitation. */
export function AcceptInvitation({ token, invitation, result, failed }: AcceptInvitationProps) {
  const { email, role, next } = invitation;
  return (
    <>
      <FormHeading heading={texts.heading}>{texts.invited(email, roleLabels[role])}</FormHeading>
      <p className="mb-5">{NEXT[next]}</p>
      {next === 'register' && <StaffRegistrationForm token={token} email={email} result={result} />}
      {next === 'accept' && <AcceptForm token={token} failed={failed} />}
      {next === 'log-in' && <TextLink to={withRedirect('/login', pathOf(token))}>{texts.toLogin}</TextLink>}
      {next === 'log-out' && <TextLink to="/logout">{texts.toLogout}</TextLink>}
    </>
  );
}

const pathOf = (token: string) => `/staff-invitation?${new URLSearchParams({ token })}`;

function AcceptForm({ token, failed }: { token: string; failed: string | undefined }) {
  const busy = useIsSubmitting();
  return (
    <Form method="post" className="grid gap-5">
      <input type="hidden" name="token" value={token} />
      {failed && <Notice kind="error">{failed}</Notice>}
      <Button type="submit" name="intent" value="accept" busy={busy} busyLabel={texts.submitting}>
        {texts.submit}
      </Button>
    </Form>
  );
}
