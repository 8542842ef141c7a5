import type { SubmissionResult } from '@conform-to/react';
import { confirmEmailMessages as texts } from '@shop/contracts/identity/auth-messages';
import { confirmEmail, getCurrentUser } from '@shop/contracts/identity/operations';
import { EmailConfirmation } from '@shop/contracts/identity/schema';
import { data } from 'react-router';
import { apiFor } from '#lib/api.server.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { networkErrorResult, onNetworkError } from '#lib/forms/network-error.ts';
import { sendForm } from '#lib/forms/send-form.server.ts';
import { titleMeta } from '#lib/page-title.ts';
import type { Route } from './+types/confirm-email';
import { FormHeading } from './form-heading.tsx';
import { FormResult } from './form-result.tsx';
import { denyEmail } from './not-me.server.ts';
import { NotMe, NotMeResult } from './not-me.tsx';
import { PasswordLinkForm } from './password-link-form.tsx';

/** Whether this browser is logged in to the account of the link, whose id the token begins with. */
export async function loader({ request, url }: Route.LoaderArgs) {
  const token = url.searchParams.get('token');
  const user = await apiFor(request).call(getCurrentUser);
  return { token, isOwnSession: user.ok && token?.split('.')[0] === user.value.id };
}

type Result = { state: 'open' | 'confirmed' | 'invalid'; result?: SubmissionResult; passwordNeeded?: boolean };
const respond = (result: Result, status: number) => data(result, { status });

export const meta: Route.MetaFunction = ({ matches }) => [titleMeta(matches, texts.title)];

export async function action({ request }: Route.ActionArgs) {
  const form = await formOf(request);
  if (form.get('intent') === 'not-me') return denyEmail(request, form);

  const confirm = (link: EmailConfirmation) => apiFor(request).call(confirmEmail, { body: link });
  const sent = await sendForm(form, EmailConfirmation, confirm, texts.failed);
  if (sent.ok) return respond({ state: 'confirmed' }, 200);
  // A login in another tab, or a logout, has changed what the page asks for.
  const state = sent.problem?.code === 'invalid_link' ? 'invalid' : 'open';
  return respond(
    { state, result: sent.reply, passwordNeeded: sent.problem?.code === 'password_required' },
    sent.status,
  );
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError<Result>({ state: 'open', result: networkErrorResult(texts.failed) }));

/** Opening the link changes nothing: email security scanners open every link. */
export default function ConfirmEmailPage({ loaderData: { token, isOwnSession }, actionData }: Route.ComponentProps) {
  if (actionData && 'denial' in actionData) return <NotMeResult {...actionData.denial} heading={texts.heading} />;
  const state = actionData?.state ?? (token ? 'open' : 'invalid');
  if (state !== 'open' || !token)
    return (
      <>
        <FormHeading heading={texts.heading} />
        <FormResult
          kind={state === 'confirmed' ? 'success' : 'error'}
          text={state === 'confirmed' ? texts.done : texts.invalid}
          to="/account"
          next={texts.toAccount}
        />
      </>
    );
  const isPasswordNeeded = !isOwnSession || actionData?.passwordNeeded === true;
  return (
    <>
      <FormHeading heading={texts.heading}>{isPasswordNeeded ? texts.passwordNeeded : texts.invitation}</FormHeading>
      <PasswordLinkForm {...{ token, isPasswordNeeded, texts }} result={actionData?.result} />
      {isPasswordNeeded && <NotMe token={token} />}
    </>
  );
}
