import { registerMessages } from '@shop/contracts/identity/auth-messages';
import { register as registerOperation } from '@shop/contracts/identity/operations';
import { data, redirect } from 'react-router';
import { apiFor } from '#lib/api.server.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { networkErrorResult, onNetworkError } from '#lib/forms/network-error.ts';
import { sendForm } from '#lib/forms/send-form.server.ts';
import { guestsOnly } from '#lib/guards.server.ts';
import { storeNameOf, titleMeta } from '#lib/page-title.ts';
import { redirectTarget } from '#lib/redirect-target.ts';
import { withCookies } from '#lib/with-cookies.server.ts';
import type { Route } from './+types/register';
import { RegistrationForm } from './auth-forms.ts';
import { RegisterForm } from './register-form.tsx';

const { title, description, failed } = registerMessages;

export async function loader({ request, url }: Route.LoaderArgs) {
  await guestsOnly(request, url);
  return { redirect: url.searchParams.get('redirect') };
}

export const meta: Route.MetaFunction = ({ matches }) => [
  titleMeta(matches, title),
  { name: 'description', content: description(storeNameOf(matches)) },
];

export async function action({ request, url }: Route.ActionArgs) {
  const sent = await sendForm(
    await formOf(request),
    RegistrationForm,
    ({ confirmPassword: _, ...person }) => apiFor(request).call(registerOperation, { body: person }),
    failed,
  );
  if (!sent.ok) return data({ result: sent.reply }, { status: sent.status });
  return redirect(redirectTarget(url.searchParams.get('redirect')), withCookies({}, sent.cookies));
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError({ result: networkErrorResult(failed) }));

export default function RegisterPage({ loaderData, actionData }: Route.ComponentProps) {
  return <RegisterForm {...loaderData} result={actionData?.result} />;
}
