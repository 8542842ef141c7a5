import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { registerMessages } from '@shop/contracts/identity/auth-messages';
import { register as registerOperation } from '@shop/contracts/identity/operations';
import { data, Form, redirect } from 'react-router';
import { apiFor } from '#lib/api.server.ts';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { networkErrorResult, onNetworkError } from '#lib/forms/network-error.ts';
import { sendForm } from '#lib/forms/send-form.server.ts';
import { useIsSubmitting } from '#lib/forms/submitting.ts';
import { guestsOnly } from '#lib/guards.server.ts';
import { storeNameOf, titleMeta } from '#lib/page-title.ts';
import { redirectTarget, withRedirect } from '#lib/redirect-target.ts';
import { withCookies } from '#lib/with-cookies.server.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/form/field.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { Notice } from '#ui/notice.tsx';
import { TextLink } from '#ui/text-link.tsx';
import type { Route } from './+types/register';
import { RegistrationForm } from './auth-forms.ts';
import { FormHeading } from './form-heading.tsx';

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

type RegisterFormProps = { result?: SubmissionResult; redirect: string | null };

function RegisterForm({ result, redirect }: RegisterFormProps) {
  const [form, fields] = useContractForm(RegistrationForm, { id: 'register', lastResult: result });
  const busy = useIsSubmitting();

  return (
    <>
      <FormHeading heading={registerMessages.heading}>{registerMessages.invitation}</FormHeading>
      <Form {...getFormProps(form, { ariaAttributes: false })} method="post" className="grid gap-5">
        <TextField {...fieldOf(fields.name)} label={registerMessages.name} autoComplete="name" />
        <TextField {...fieldOf(fields.email)} label={registerMessages.email} type="email" autoComplete="username" />
        <PasswordField
          {...fieldOf(fields.password)}
          label={registerMessages.password}
          hint={registerMessages.passwordHint}
          autoComplete="new-password"
        />
        <PasswordField
          {...fieldOf(fields.confirmPassword)}
          label={registerMessages.confirmPassword}
          autoComplete="new-password"
        />
        {form.errors && <Notice kind="error">{form.errors[0]}</Notice>}
        <Button type="submit" busy={busy} busyLabel={registerMessages.submitting}>
          {registerMessages.submit}
        </Button>
      </Form>
      <p className="mt-4 flex flex-wrap items-center gap-x-2">
        {registerMessages.haveAccount}
        <TextLink to={withRedirect('/login', redirect)}>{registerMessages.login}</TextLink>
      </p>
    </>
  );
}
