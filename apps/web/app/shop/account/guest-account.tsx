import { guestAccountMessages as texts } from '@shop/contracts/identity/guest-messages';
import { getCurrentUser, requestGuestAccount } from '@shop/contracts/identity/operations';
import { GuestPassword } from '@shop/contracts/identity/schema';
import { data, redirect } from 'react-router';
import { apiFor } from '#lib/api.server.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { networkErrorResult, onNetworkError } from '#lib/forms/network-error.ts';
import { sendForm } from '#lib/forms/send-form.server.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { FormHeading } from '#shop/auth/form-heading.tsx';
import { FormResult } from '#shop/auth/form-result.tsx';
import { GuestAccountForm } from '#shop/auth/guest-account-form.tsx';
import { TextLink } from '#ui/text-link.tsx';
import type { Route } from './+types/guest-account';

export async function loader({ request }: Route.LoaderArgs) {
  const user = await apiFor(request).read(getCurrentUser);
  if (!user.guest) throw redirect('/account');
  return { email: user.email };
}

export async function action({ request }: Route.ActionArgs) {
  const choose = (password: { password: string }) => apiFor(request).call(requestGuestAccount, { body: password });
  const sent = await sendForm(await formOf(request), GuestPassword, choose, texts.failed);
  if (!sent.ok) return data({ result: sent.reply, sent: null }, { status: sent.status });
  return data({ result: undefined, sent: sent.value.message }, { status: 200 });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError({ result: networkErrorResult(texts.failed), sent: null }));

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, texts.title);

/** Where guests are led from the pages of an account, and the result of the form after an order. */
export default function GuestAccountPage({ loaderData: { email }, actionData }: Route.ComponentProps) {
  return (
    <div className="page-width section-rhythm">
      <div className="mx-auto max-w-md">
        <FormHeading heading={texts.heading}>{actionData?.sent ? undefined : texts.needed}</FormHeading>
        {actionData?.sent ? (
          <FormResult kind="success" text={actionData.sent} to="/orders" next={texts.toOrders} />
        ) : (
          <>
            <GuestAccountForm email={email} result={actionData?.result} />
            <p className="mt-4">
              <TextLink to="/login">{texts.loginInstead}</TextLink>
            </p>
          </>
        )}
      </div>
    </div>
  );
}
