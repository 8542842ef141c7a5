import type { SubmissionResult } from '@conform-to/react';
import { pageTitle } from '@shop/contracts/common/constants';
import { accessMessages } from '@shop/contracts/common/messages';
import { loginMessages, twoFactorLoginMessages } from '@shop/contracts/identity/auth-messages';
import { Credentials, LoginResponse, SignedIn, TwoFactorLogin } from '@shop/contracts/identity/schema';
import { data, redirect } from 'react-router';
import { LoginForm } from '#features/auth/login-form.tsx';
import { TwoFactorForm } from '#features/auth/two-factor-form.tsx';
import { apiFor } from '#lib/api.server.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { networkErrorResult, onNetworkError } from '#lib/forms/network-error.ts';
import { sendForm } from '#lib/forms/send-form.server.ts';
import { guestsOnly } from '#lib/guards.server.ts';
import { redirectTarget } from '#lib/redirect-target.ts';
import { ownText } from '#lib/seo.ts';
import { withCookies } from '#lib/with-cookies.server.ts';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/login';

type Step = { challenge: string | null; result?: SubmissionResult };

export async function loader({ request, url }: Route.LoaderArgs) {
  await guestsOnly(request, url);
  return { redirect: url.searchParams.get('redirect'), again: url.searchParams.has('again') };
}

export const meta: Route.MetaFunction = ({ matches }) => [
  { name: 'description', content: ownText(matches, loginMessages.description) },
];

export async function action({ request, url }: Route.ActionArgs) {
  const form = await formOf(request);
  const target = redirectTarget(url.searchParams.get('redirect'));
  return form.has('challenge') ? checkCode(request, form, target) : checkPassword(request, form, target);
}

async function checkPassword(request: Request, form: FormData, target: string) {
  const login = (credentials: Credentials) => apiFor(request).post('/auth/login', LoginResponse, credentials);
  const sent = await sendForm(form, Credentials, login, loginMessages.failed);
  if (!sent.ok) return show({ challenge: null, result: sent.reply }, sent.status);
  if ('challenge' in sent.value) return show({ challenge: sent.value.challenge }, 200);
  return redirect(target, withCookies({}, sent.cookies));
}

async function checkCode(request: Request, form: FormData, target: string) {
  const sendCode = (code: TwoFactorLogin) => apiFor(request).post('/auth/two-factor', SignedIn, code);
  const sent = await sendForm(form, TwoFactorLogin, sendCode, loginMessages.failed);
  if (sent.ok) return redirect(target, withCookies({}, sent.cookies));
  const isExpired = sent.problem?.code === 'challenge_expired';
  return show({ challenge: isExpired ? null : String(form.get('challenge')), result: sent.reply }, sent.status);
}

const show = (step: Step, status: number) => data(step, { status });

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const challenge = (await request.clone().formData()).get('challenge');
  const unsent: Step = { challenge: challenge && String(challenge), result: networkErrorResult(loginMessages.failed) };
  return serverAction().catch(onNetworkError(unsent));
}

/** Email and password; with two-factor authentication, the code is a second step on the same page. */
export default function LoginPage({ loaderData: { again, redirect }, actionData }: Route.ComponentProps) {
  const challenge = actionData?.challenge;
  const props = { redirect, result: actionData?.result };
  return (
    <>
      <title>{pageTitle(challenge ? twoFactorLoginMessages.title : loginMessages.title)}</title>
      {again && <Notice kind="info">{accessMessages.logInAgain}</Notice>}
      {challenge ? <TwoFactorForm {...props} challenge={challenge} /> : <LoginForm {...props} />}
    </>
  );
}
