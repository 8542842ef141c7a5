import { orderLinkMessages as texts } from '@shop/contracts/identity/guest-messages';
import { sendOrderLink } from '@shop/contracts/orders/operations';
import { Form } from 'react-router';
import { apiFor } from '#lib/api.server.ts';
import { failedResponse } from '#lib/forms/form.server.ts';
import { onNetworkError } from '#lib/forms/network-error.ts';
import { useIsSubmitting } from '#lib/forms/submitting.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/new-link';

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, texts.title);

export async function action({ request, params }: Route.ActionArgs) {
  const result = await apiFor(request).call(sendOrderLink, { params: { id: params.orderId } });
  if (result.ok) return { sent: result.value.message };
  return failedResponse(result.problem, texts.failed);
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError({ failed: texts.failed }));

/** Where the expired link to a guest's order leads. The link itself says whose order it is: the API reads its cookie. */
export default function NewLinkPage({ actionData }: Route.ComponentProps) {
  const busy = useIsSubmitting();
  return (
    <div className="page-width section-rhythm">
      <div className="mx-auto grid max-w-xl gap-5">
        <h1 className="font-display text-h1">{texts.heading}</h1>
        {actionData && 'sent' in actionData ? (
          <Notice kind="success">{actionData.sent}</Notice>
        ) : (
          <Form method="post" className="grid gap-5">
            <p className="text-ink-soft">
              {texts.expired} {texts.invitation}
            </p>
            {actionData && 'failed' in actionData && <Notice kind="error">{actionData.failed}</Notice>}
            <Button type="submit" busy={busy} busyLabel={texts.submitting} className="justify-self-start">
              {texts.submit}
            </Button>
          </Form>
        )}
      </div>
    </div>
  );
}
