import { logoutMessages } from '@shop/contracts/identity/auth-messages';
import { logOut } from '@shop/contracts/identity/operations';
import { data, Form, redirect } from 'react-router';
import { apiFor } from '#lib/api.server.ts';
import { useIsSubmitting } from '#lib/forms/submitting.ts';
import { titleMeta } from '#lib/page-title.ts';
import { withCookies } from '#lib/with-cookies.server.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/logout';
import { FormHeading } from './form-heading.tsx';

const { title, heading, submit, submitting, failed } = logoutMessages;

export const meta: Route.MetaFunction = ({ matches }) => [titleMeta(matches, title)];

/** Only a form ends a session: any site could contain a link. */
export async function action({ request }: Route.ActionArgs) {
  const result = await apiFor(request).call(logOut);
  return result.ok
    ? redirect('/', withCookies({}, result.cookies))
    : data({ failed }, { status: result.problem.status });
}

/** Shown when the Logout button of the header fails. */
export default function LogoutPage({ actionData }: Route.ComponentProps) {
  const busy = useIsSubmitting();
  return (
    <>
      <FormHeading heading={heading} />
      <Form method="post" className="grid gap-5">
        {actionData?.failed && <Notice kind="error">{actionData.failed}</Notice>}
        <Button type="submit" busy={busy} busyLabel={submitting}>
          {submit}
        </Button>
      </Form>
    </>
  );
}
