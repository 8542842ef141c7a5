import { addressMessages } from '@shop/contracts/identity/account-messages';
import { createAddress } from '@shop/contracts/identity/operations';
import { NewAddress } from '@shop/contracts/identity/schema';
import { data, redirect, useSearchParams } from 'react-router';
import { apiFor } from '#lib/api.server.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { networkErrorResult, onNetworkError } from '#lib/forms/network-error.ts';
import { sendForm } from '#lib/forms/send-form.server.ts';
import type { Route } from './+types/new-address';
import { AddressForm } from './address-form.tsx';
import { pathAfterSaving, returnPath, saveErrorMessage } from './address-save.ts';
import { PageHeading } from './page-heading.tsx';
import { useCustomer } from './use-customer.ts';

export async function action({ request, url }: Route.ActionArgs) {
  const api = apiFor(request);
  const sent = await sendForm(
    await formOf(request),
    NewAddress,
    (address) => api.call(createAddress, { body: address }),
    saveErrorMessage,
  );
  if (!sent.ok) return data(sent.reply, { status: sent.status });
  throw redirect(pathAfterSaving(url.searchParams));
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError(networkErrorResult(addressMessages.failed)));

export default function NewAddressPage({ actionData }: Route.ComponentProps) {
  const { addresses } = useCustomer();
  const [search] = useSearchParams();
  return (
    <section>
      <PageHeading>{addressMessages.newHeading}</PageHeading>
      <AddressForm staysDefault={addresses.length === 0} back={returnPath(search)} lastResult={actionData} />
    </section>
  );
}
