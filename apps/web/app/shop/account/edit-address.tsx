import { addressMessages } from '@shop/contracts/identity/account-messages';
import { getCurrentUser, updateAddress } from '@shop/contracts/identity/operations';
import { NewAddress } from '@shop/contracts/identity/schema';
import { data, redirect, useSearchParams } from 'react-router';
import { apiFor } from '#lib/api.server.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { networkErrorResult, onNetworkError } from '#lib/forms/network-error.ts';
import { sendForm } from '#lib/forms/send-form.server.ts';
import type { Route } from './+types/edit-address';
import { AddressForm } from './address-form.tsx';
import { pathAfterSaving, returnPath, saveErrorMessage } from './address-save.ts';
import { PageHeading } from './page-heading.tsx';

/** Another customer's address is handled like an unknown one. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const { addresses } = await apiFor(request).read(getCurrentUser);
  const address = addresses.find(({ id }) => id === params.addressId);
  if (!address) throw redirect('/account/addresses');
  return { address };
}

export async function action({ request, params, url }: Route.ActionArgs) {
  const api = apiFor(request);
  const sent = await sendForm(
    await formOf(request),
    NewAddress,
    (address) => api.call(updateAddress, { body: { ...address, id: params.addressId } }),
    saveErrorMessage,
  );
  if (!sent.ok) return data(sent.reply, { status: sent.status });
  throw redirect(pathAfterSaving(url.searchParams));
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError(networkErrorResult(addressMessages.failed)));

export default function EditAddressPage({ loaderData: { address }, actionData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  return (
    <section>
      <PageHeading>{addressMessages.editHeading}</PageHeading>
      <AddressForm
        key={address.id}
        address={address}
        staysDefault={address.isDefault}
        back={returnPath(search)}
        lastResult={actionData}
      />
    </section>
  );
}
