import type { Problem } from '@shop/contracts/common/problem';
import { addressMessages } from '@shop/contracts/identity/account-messages';
import { deleteAddress, setDefaultAddress } from '@shop/contracts/identity/operations';
import type { Address } from '@shop/contracts/identity/schema';
import { MapPin } from 'lucide-react';
import { Form, redirect, useSearchParams } from 'react-router';
import { apiFor } from '#lib/api.server.ts';
import { failedResponse, readForm } from '#lib/forms/form.server.ts';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { onNetworkError } from '#lib/forms/network-error.ts';
import { useIsSubmitting } from '#lib/forms/submitting.ts';
import { log } from '#lib/log.server.ts';
import { Badge } from '#ui/badge.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import type { Route } from './+types/addresses';
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

/** All cards have the same button labels: `aria-describedby` names the address for screen readers. */
function AddressCard({ address }: { address: Address }) {
  const { id, name, isDefault } = address;
  const nameId = `address-${id}`;
  const deleting = useIsSubmitting({ intent: 'delete', id });

  return (
    <article aria-labelledby={nameId} className="flex h-full flex-col rounded-card border border-line p-5 tablet:p-6">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h3 id={nameId} className="min-w-0 text-h3">
          {name}
        </h3>
        {isDefault && <Badge tone="shipped">{addressMessages.default}</Badge>}
      </div>
      <AddressLines address={address} />
      <div className="mt-auto flex flex-wrap items-center gap-2 pt-5">
        <ButtonLink to={`/account/addresses/edit/${id}`} look="secondary" compact aria-describedby={nameId}>
          {addressMessages.edit}
        </ButtonLink>
        {!isDefault && (
          <Form method="post" action="/account/addresses" preventScrollReset>
            <input type="hidden" name="id" value={id} />
            <IntentButton
              intent="set-default"
              values={{ id }}
              look="secondary"
              compact
              busyLabel={addressMessages.saving}
              aria-describedby={nameId}
            >
              {addressMessages.setDefault}
            </IntentButton>
          </Form>
        )}
        <ConfirmDialog
          question={addressMessages.confirmDelete}
          trigger={addressMessages.delete}
          compact
          busy={deleting}
          busyLabel={addressMessages.deleting}
          asks={{ name: 'delete', value: id }}
          aria-describedby={nameId}
        >
          <DeleteAddress id={id} />
        </ConfirmDialog>
      </div>
    </article>
  );
}

function AddressLines({ address }: { address: Address }) {
  const { recipient, line1, line2, city, state, postalCode, country, phone } = address;
  return (
    <address className="mt-3 text-ink-soft not-italic [&>span]:block">
      {recipient && <span>{recipient}</span>}
      <span>{line1}</span>
      {line2 && <span>{line2}</span>}
      <span>{`${city}, ${state} ${postalCode}`}</span>
      <span>{country}</span>
      {phone && <span>{addressMessages.phoneOf(phone)}</span>}
    </address>
  );
}

function DeleteAddress({ id }: { id: string }) {
  return (
    <Form method="post" action="/account/addresses" preventScrollReset>
      <input type="hidden" name="id" value={id} />
      <Button type="submit" name="intent" value="delete" look="danger">
        {addressMessages.confirmDeleteYes}
      </Button>
    </Form>
  );
}

/** The confirmation of the dialog as part of the page, without JavaScript. */
function ConfirmDeletion({ address }: { address: Address }) {
  return (
    <section aria-labelledby="confirm" className="mt-6 rounded-card border border-cancelled p-5 tablet:p-6">
      <h3 id="confirm" className="text-h3">
        {addressMessages.confirmDelete}
      </h3>
      <p className="mt-3 font-semibold">{address.name}</p>
      <AddressLines address={address} />
      <div className="mt-5 flex flex-wrap gap-3">
        <ButtonLink to="/account/addresses" look="secondary">
          {addressMessages.cancel}
        </ButtonLink>
        <DeleteAddress id={address.id} />
      </div>
    </section>
  );
}
