import { EmailConfirmation, Said } from '@shop/contracts/identity';
import { confirmEmailMessages } from '@shop/contracts/identity-texts';
import { pageTitle } from '@shop/contracts/site';
import { data, Form } from 'react-router';
import { Ending } from '#components/identity/ending.tsx';
import { Opening } from '#components/identity/opening.tsx';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { apiFor } from '#lib/api.server.ts';
import { formOf } from '#lib/form.server.ts';
import { refusalOr, sendForm } from '#lib/send-form.server.ts';
import { useSending } from '#lib/sending.ts';
import type { Route } from './+types/confirm-email';

const { title, heading, invitation, submit, submitting, done, invalid, failed, toAccount } = confirmEmailMessages;

export const loader = ({ url }: Route.LoaderArgs) => ({ token: url.searchParams.get('token') });

export const meta = () => [{ title: pageTitle(title) }];

export async function action({ request }: Route.ActionArgs) {
  const sent = await sendForm(
    await formOf(request),
    EmailConfirmation,
    (link) => apiFor(request).post('/auth/confirm-email', Said, link),
    refusalOr(failed),
  );
  if (sent.ok) return show('done', 200);
  return sent.status === 422 ? show('invalid', 422) : show('open', sent.status, sent.reply.error?.['']?.[0]);
}

const show = (state: 'open' | 'done' | 'invalid', status: number, failed?: string) =>
  data({ state, failed }, { status });

/** Opening the link changes nothing: programs that look through mail for harm open every link. */
export default function ConfirmEmailPage({ loaderData: { token }, actionData }: Route.ComponentProps) {
  const busy = useSending();
  const state = actionData?.state ?? (token ? 'open' : 'invalid');
  if (state === 'done') return <Told kind="success" text={done} />;
  if (state === 'invalid' || !token) return <Told kind="error" text={invalid} />;
  return (
    <>
      <Opening heading={heading}>{invitation}</Opening>
      <Form method="post" className="grid gap-5">
        <input type="hidden" name="token" value={token} />
        {actionData?.failed && <Notice kind="error">{actionData.failed}</Notice>}
        <Button type="submit" busy={busy} busyLabel={submitting}>
          {submit}
        </Button>
      </Form>
    </>
  );
}

const Told = (ending: { kind: 'success' | 'error'; text: string }) => (
  <>
    <Opening heading={heading} />
    <Ending {...ending} to="/account" next={toAccount} />
  </>
);
