import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { getCart } from '@shop/contracts/cart/operations';
import { pageTitle } from '@shop/contracts/common/constants';
import { accessMessages } from '@shop/contracts/common/messages';
import { loginMessages, twoFactorLoginMessages } from '@shop/contracts/identity/auth-messages';
import { guestCheckoutMessages } from '@shop/contracts/identity/guest-messages';
import { completeTwoFactorLogin, logIn, startGuestSession } from '@shop/contracts/identity/operations';
import { Credentials, type GuestStart, TwoFactorLogin } from '@shop/contracts/identity/schema';
import { useEffect, useRef } from 'react';
import { data, Form, redirect } from 'react-router';
import { apiFor } from '#lib/api.server.ts';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { networkErrorResult, onNetworkError } from '#lib/forms/network-error.ts';
import { sendForm } from '#lib/forms/send-form.server.ts';
import { useIsSubmitting } from '#lib/forms/submitting.ts';
import { guestsOnly } from '#lib/guards.server.ts';
import { storeNameOf } from '#lib/page-title.ts';
import { redirectTarget, withRedirect } from '#lib/redirect-target.ts';
import { useStoreProfile } from '#lib/store-profile.ts';
import { withCookies } from '#lib/with-cookies.server.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/form/field.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { Notice } from '#ui/notice.tsx';
import { TextLink } from '#ui/text-link.tsx';
import type { Route } from './+types/login';
import { GuestForm } from './auth-forms.ts';
import { CheckoutSignIn } from './checkout-sign-in.tsx';
import { FormHeading } from './form-heading.tsx';

type Step = { challenge: string | null; door?: 'guest' | 'login'; result?: SubmissionResult };

export async function loader({ request, url }: Route.LoaderArgs) {
  const guest = await guestsOnly(request, url);
  const redirect = url.searchParams.get('redirect');
  const shown = { redirect, again: url.searchParams.has('again') };
  if (redirectTarget(redirect) !== '/checkout' || shown.again) return { ...shown, checkout: null };
  const cart = await apiFor(request).call(getCart);
  // Without the cart, the three ways to check out are still shown.
  return { ...shown, checkout: { cart: cart.ok ? cart.value : null, email: guest?.email } };
}

export const meta: Route.MetaFunction = ({ matches }) => [
  { name: 'description', content: loginMessages.description(storeNameOf(matches)) },
];

export async function action({ request, url }: Route.ActionArgs) {
  const form = await formOf(request);
  const target = redirectTarget(url.searchParams.get('redirect'));
  if (form.get('door') === 'guest') return startAsGuest(request, form, target);
  return form.has('challenge') ? checkCode(request, form, target) : checkPassword(request, form, target);
}

async function startAsGuest(request: Request, form: FormData, target: string) {
  const start = ({ email }: GuestStart) => apiFor(request).call(startGuestSession, { body: { email } });
  const sent = await sendForm(form, GuestForm, start, guestCheckoutMessages.failed);
  if (!sent.ok) return show({ challenge: null, door: 'guest', result: sent.reply }, sent.status);
  return redirect(target, withCookies({}, sent.cookies));
}

async function checkPassword(request: Request, form: FormData, target: string) {
  const login = (credentials: Credentials) => apiFor(request).call(logIn, { body: credentials });
  const sent = await sendForm(form, Credentials, login, loginMessages.failed);
  if (!sent.ok) return show({ challenge: null, result: sent.reply }, sent.status);
  if ('challenge' in sent.value) return show({ challenge: sent.value.challenge }, 200);
  return redirect(target, withCookies({}, sent.cookies));
}

async function checkCode(request: Request, form: FormData, target: string) {
  const sendCode = (code: TwoFactorLogin) => apiFor(request).call(completeTwoFactorLogin, { body: code });
  const sent = await sendForm(form, TwoFactorLogin, sendCode, loginMessages.failed);
  if (sent.ok) return redirect(target, withCookies({}, sent.cookies));
  const isExpired = sent.problem?.code === 'challenge_expired';
  return show({ challenge: isExpired ? null : String(form.get('challenge')), result: sent.reply }, sent.status);
}

const show = (step: Step, status: number) => data(step, { status });

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  const challenge = form.get('challenge');
  const isGuest = form.get('door') === 'guest';
  const unsent: Step = {
    challenge: challenge && String(challenge),
    door: isGuest ? 'guest' : 'login',
    result: networkErrorResult(isGuest ? guestCheckoutMessages.failed : loginMessages.failed),
  };
  return serverAction().catch(onNetworkError(unsent));
}

/**
 * Email and password; with two-factor authentication, the code is a second step on the same page. Before checkout, also
 * the ways to continue as a guest and to register.
 */
export default function LoginPage({ loaderData, actionData }: Route.ComponentProps) {
  const { again, redirect, checkout } = loaderData;
  const { challenge, door, result } = actionData ?? {};
  const { storeName } = useStoreProfile();
  return (
    <>
      <title>{pageTitle(challenge ? twoFactorLoginMessages.title : loginMessages.title, storeName)}</title>
      {again && <Notice kind="info">{accessMessages.logInAgain}</Notice>}
      {checkout && !challenge && <CheckoutSignIn {...checkout} redirect={redirect} door={door} result={result} />}
      {!checkout && !challenge && <LoginForm redirect={redirect} result={result} />}
      {challenge && (
        <div className={checkout ? 'page-width mx-auto max-w-md section-rhythm' : undefined}>
          <TwoFactorForm redirect={redirect} result={result} challenge={challenge} />
        </div>
      )}
    </>
  );
}

type LoginFormProps = { result?: SubmissionResult; redirect: string | null };

function LoginForm({ result, redirect }: LoginFormProps) {
  const [form, { email, password }] = useContractForm(Credentials, { id: 'login', lastResult: result });
  const busy = useIsSubmitting();

  return (
    <>
      <FormHeading heading={loginMessages.heading}>{loginMessages.invitation}</FormHeading>
      <Form {...getFormProps(form, { ariaAttributes: false })} method="post" className="grid gap-5">
        <TextField {...fieldOf(email)} label={loginMessages.email} type="email" autoComplete="username" />
        <div>
          <PasswordField {...fieldOf(password)} label={loginMessages.password} autoComplete="current-password" />
          <TextLink to="/forgot-password">{loginMessages.forgot}</TextLink>
        </div>
        {form.errors && <Notice kind="error">{form.errors[0]}</Notice>}
        <Button type="submit" busy={busy} busyLabel={loginMessages.submitting}>
          {loginMessages.submit}
        </Button>
      </Form>
      <p className="mt-4 flex flex-wrap items-center gap-x-2">
        {loginMessages.noAccount} <TextLink to={withRedirect('/register', redirect)}>{loginMessages.register}</TextLink>
      </p>
    </>
  );
}

type TwoFactorFormProps = { challenge: string; result?: SubmissionResult; redirect: string | null };

/** Second step of the login. The challenge is useless without the code, so it can be a form field. */
function TwoFactorForm({ challenge, result, redirect }: TwoFactorFormProps) {
  const [form, { code }] = useContractForm(TwoFactorLogin, { id: 'two-factor', lastResult: result });
  const busy = useIsSubmitting();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);

  return (
    <>
      <FormHeading heading={twoFactorLoginMessages.heading} />
      <Form {...getFormProps(form, { ariaAttributes: false })} method="post" className="grid gap-5">
        <input type="hidden" name="challenge" value={challenge} />
        {/* No numeric keyboard: recovery codes are not only digits. */}
        <TextField
          {...fieldOf(code)}
          ref={input}
          label={twoFactorLoginMessages.code}
          hint={twoFactorLoginMessages.invitation}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
        />
        {form.errors && <Notice kind="error">{form.errors[0]}</Notice>}
        <Button type="submit" busy={busy} busyLabel={twoFactorLoginMessages.submitting}>
          {twoFactorLoginMessages.submit}
        </Button>
      </Form>
      <p className="mt-4">
        <TextLink to={withRedirect('/login', redirect)}>{twoFactorLoginMessages.startOver}</TextLink>
      </p>
    </>
  );
}
