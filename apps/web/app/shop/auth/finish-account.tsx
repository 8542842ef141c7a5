import { finishAccountMessages as texts } from '@shop/contracts/identity/guest-messages';
import { finishGuestAccount } from '@shop/contracts/identity/operations';
import { GuestAccount } from '@shop/contracts/identity/schema';
import { data, redirect } from 'react-router';
import { apiFor } from '#lib/api.server.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { networkErrorResult, onNetworkError } from '#lib/forms/network-error.ts';
import { sendForm } from '#lib/forms/send-form.server.ts';
import { titleMeta } from '#lib/page-title.ts';
import { withCookies } from '#lib/with-cookies.server.ts';
import type { Route } from './+types/finish-account';
import { FormHeading } from './form-heading.tsx';
import { FormResult } from './form-result.tsx';
import { denyEmail } from './not-me.server.ts';
import { NotMe, NotMeResult } from './not-me.tsx';
import { PasswordLinkForm } from './password-link-form.tsx';

export const loader = ({ url }: Route.LoaderArgs) => ({ token: url.searchParams.get('token') });

export const meta: Route.MetaFunction = ({ matches }) => [titleMeta(matches, texts.title)];

export async function action({ request }: Route.ActionArgs) {
  const form = await formOf(request);
  if (form.get('intent') === 'not-me') return denyEmail(request, form);
  const finish = (account: GuestAccount) => apiFor(request).call(finishGuestAccount, { body: account });
  const sent = await sendForm(form, GuestAccount, finish, texts.failed);
  if (sent.ok) return redirect('/orders', withCookies({}, sent.cookies));
  return data({ result: sent.reply, invalid: sent.problem?.code === 'invalid_link' }, { status: sent.status });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError({ result: networkErrorResult(texts.failed), invalid: false }));

export default function FinishAccountPage({ loaderData: { token }, actionData }: Route.ComponentProps) {
  if (actionData && 'denial' in actionData) return <NotMeResult {...actionData.denial} heading={texts.heading} />;
  if (!token || actionData?.invalid)
    return (
      <>
        <FormHeading heading={texts.heading} />
        <FormResult kind="error" text={texts.invalid} to="/login" next={texts.toLogin} />
      </>
    );
  return (
    <>
      <FormHeading heading={texts.heading}>{texts.invitation}</FormHeading>
      <PasswordLinkForm {...{ token, texts }} isPasswordNeeded result={actionData?.result} />
      <NotMe token={token} />
    </>
  );
}
