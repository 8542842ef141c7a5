import type { Problem } from '@shop/contracts/common/problem';
import { addressMessages } from '@shop/contracts/identity/account-messages';
import { deleteAddress, setDefaultAddress } from '@shop/contracts/identity/operations';
import { MapPin } from 'lucide-react';
import { redirect, useSearchParams } from 'react-router';
import { apiFor } from '#lib/api.server.ts';
import { failedResponse, readForm } from '#lib/forms/form.server.ts';
import { onNetworkError } from '#lib/forms/network-error.ts';
import { log } from '#lib/log.server.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import type { Route } from './+types/addresses';
import { AddressCard, ConfirmDeletion } from './address-card.tsx';
import { PageHeading } from './page-heading.tsx';
import { useCustomer } from './use-customer.ts';

export async function action({ request }: Route.ActionArgs) {
  const text = await readForm(request);
  const api = apiFor(request);

  if (text('intent') === 'delete') {
    const result = await api.call(deleteAddress, { params: { id: text('id') } });
    if (result.ok) throw redirect('/account/addresses?done=deleted');
    return failure(result.problem, 'an address could not be deleted', addressMessages.deleteFailed);
  }

  const result = await api.call(setDefaultAddress, { params: { id: text('id') } });
  if (result.ok) throw redirect('/account/addresses?done=default');
  return failure(result.problem, 'the default address could not be changed', addressMessages.defaultFailed);
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError({ failed: addressMessages.defaultFailed }));

function failure(problem: Problem, event: string, failed: string) {
  log.warn({ requestId: problem.requestId, status: problem.status, code: problem.code }, event);
  return failedResponse(problem, failed);
}

const DONE_TEXTS = {
  saved: addressMessages.saved,
  deleted: addressMessages.deleted,
  default: addressMessages.defaultUpdated,
};

export default function AddressesPage({ actionData }: Route.ComponentProps) {
  const { addresses } = useCustomer();
  const [search] = useSearchParams();
  const addressToDelete = addresses.find(({ id }) => id === search.get('delete'));

  return (
    <section>
      <FlashMessage texts={DONE_TEXTS} result={actionData} />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <PageHeading>{addressMessages.heading}</PageHeading>
        {addresses.length > 0 && <ButtonLink to="/account/addresses/new">{addressMessages.add}</ButtonLink>}
      </div>
      {addressToDelete && <ConfirmDeletion address={addressToDelete} />}
      {addresses.length > 0 ? (
        <ul className="mt-6 grid grid-cols-1 gap-4 min-[60rem]:grid-cols-2 desktop:gap-6">
          {addresses.map((address) => (
            <li key={address.id} className="min-w-0">
              <AddressCard address={address} />
            </li>
          ))}
        </ul>
      ) : (
        <NoAddresses />
      )}
    </section>
  );
}

function NoAddresses() {
  const addFirst = <ButtonLink to="/account/addresses/new">{addressMessages.addFirst}</ButtonLink>;
  return (
    <EmptyState icon={MapPin} title={addressMessages.none} action={addFirst}>
      {addressMessages.noneHint}
    </EmptyState>
  );
}
