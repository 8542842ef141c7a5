import { pageTitle } from '@shop/contracts/common/constants';
import { finishAccountMessages as texts } from '@shop/contracts/identity/guest-messages';
import { GuestAccount, SignedIn } from '@shop/contracts/identity/schema';
import { data, redirect } from 'react-router';
import { FinishAccountForm } from '#features/auth/finish-account-form.tsx';
import { FormHeading } from '#features/auth/form-heading.tsx';
import { FormResult } from '#features/auth/form-result.tsx';
import { apiFor } from '#lib/api.server.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { networkErrorResult, onNetworkError } from '#lib/forms/network-error.ts';
import { sendForm } from '#lib/forms/send-form.server.ts';
import { withCookies } from '#lib/with-cookies.server.ts';
import type { Route } from './+types/finish-account';

export const loader = ({ url }: Route.LoaderArgs) => ({ token: url.searchParams.get('token') });

export const meta = () => [{ title: pageTitle(texts.title) }];

export async function action({ request }: Route.ActionArgs) {
  const finish = (account: GuestAccount) => apiFor(request).post('/auth/guest/confirmation', SignedIn, account);
  const sent = await sendForm(await formOf(request), GuestAccount, finish, texts.failed);
  if (sent.ok) return redirect('/orders', withCookies({}, sent.cookies));
  return data({ result: sent.reply, invalid: sent.problem?.code === 'invalid_link' }, { status: sent.status });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError({ result: networkErrorResult(texts.failed), invalid: false }));

export default function FinishAccountPage({ loaderData: { token }, actionData }: Route.ComponentProps) {
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
      <FinishAccountForm token={token} result={actionData?.result} />
    </>
  );
}
