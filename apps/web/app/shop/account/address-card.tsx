import { addressMessages } from '@shop/contracts/identity/account-messages';
import type { Address } from '@shop/contracts/identity/schema';
import { Form } from 'react-router';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { useIsSubmitting } from '#lib/forms/submitting.ts';
import { Badge } from '#ui/badge.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';

/** All cards have the same button labels: `aria-describedby` names the address for screen readers. */
export function AddressCard({ address }: { address: Address }) {
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
export function ConfirmDeletion({ address }: { address: Address }) {
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
