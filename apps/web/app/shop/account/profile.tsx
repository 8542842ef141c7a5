import { profileMessages } from '@shop/contracts/identity/account-messages';
import { getPendingEmail, updateProfile } from '@shop/contracts/identity/operations';
import { data, redirect, useSearchParams } from 'react-router';
import { apiFor } from '#lib/api.server.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { networkErrorResult, onNetworkError } from '#lib/forms/network-error.ts';
import { sendForm } from '#lib/forms/send-form.server.ts';
import { loginAgainUrl } from '#lib/redirect-target.ts';
import { FlashMessage } from '#ui/flash-message.tsx';
import type { Route } from './+types/profile';
import { PageHeading } from './page-heading.tsx';
import { ProfileEditor, ProfileForm, ProfileView } from './profile-form.tsx';
import { useCustomer } from './use-customer.ts';

/** The profile itself comes from the layout. */
export async function loader({ request }: Route.LoaderArgs) {
  const found = await apiFor(request).call(getPendingEmail);
  return { pendingEmail: found.ok ? found.value.email : null };
}

export async function action({ request }: Route.ActionArgs) {
  const api = apiFor(request);
  const sent = await sendForm(
    await formOf(request),
    ProfileForm,
    (profile) => api.call(updateProfile, { body: profile }),
    ({ status, message }) => (status === 429 ? message : profileMessages.failed),
  );
  if (!sent.ok && sent.problem?.code === 'session_too_old') throw redirect(loginAgainUrl('/account?edit=1'));
  if (!sent.ok) return data(sent.reply, { status: sent.status });
  throw redirect(sent.value.confirmationSent ? '/account?done=saved&done=inbox' : '/account?done=saved');
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError(networkErrorResult(profileMessages.failed)));

export default function ProfilePage({ loaderData: { pendingEmail }, actionData }: Route.ComponentProps) {
  const user = useCustomer();
  const [search] = useSearchParams();
  const editing = actionData !== undefined || search.has('edit');

  return (
    <section>
      <FlashMessage texts={{ saved: profileMessages.saved, inbox: profileMessages.checkInbox }} />
      <PageHeading>{profileMessages.heading}</PageHeading>
      {editing ? (
        <ProfileEditor user={user} lastResult={actionData} />
      ) : (
        <ProfileView user={user} pendingEmail={pendingEmail} />
      )}
    </section>
  );
}
