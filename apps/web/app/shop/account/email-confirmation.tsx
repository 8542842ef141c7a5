import { unconfirmedEmailMessages } from '@shop/contracts/identity/auth-messages';
import { resendEmailConfirmation } from '@shop/contracts/identity/operations';
import { data } from 'react-router';
import { apiFor } from '#lib/api.server.ts';
import { errorMessage } from '#lib/forms/error-message.ts';
import { ConfirmationResult } from '#shop/auth/confirm-email-notice.tsx';
import type { EmailConfirmationResult } from '#shop/auth/confirmation-result.ts';
import type { Route } from './+types/email-confirmation';
import { PageHeading } from './page-heading.tsx';
import { useCustomer } from './use-customer.ts';

const { heading, already, failed } = unconfirmedEmailMessages;

export async function action({ request }: Route.ActionArgs) {
  const result = await apiFor(request).call(resendEmailConfirmation);
  const respond = (body: EmailConfirmationResult, status: number) => data(body, { status });
  if (result.ok) return respond({ sent: result.value.message }, 200);
  return respond({ failed: errorMessage(result.problem, failed) }, result.problem.status);
}

/** Target of the button that resends the link, without JavaScript. */
export default function EmailConfirmationPage({ actionData }: Route.ComponentProps) {
  const { emailVerified } = useCustomer();
  return (
    <section className="grid gap-4">
      <PageHeading>{heading}</PageHeading>
      <ConfirmationResult {...(actionData ?? (emailVerified ? { sent: already } : {}))} />
    </section>
  );
}
