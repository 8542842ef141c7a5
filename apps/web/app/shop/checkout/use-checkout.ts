import type { createAddress } from '@shop/contracts/identity/operations';
import type { Address } from '@shop/contracts/identity/schema';
import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { submitOperation } from '#lib/browser-api.ts';
import { type CheckoutFailure, failureOf, readCheckoutRequest } from './checkout-request.ts';
import {
  type AddressErrors,
  addressErrorsOf,
  addressUnsaved,
  findAddedAddress,
  NEW_ADDRESS,
  newAddressOf,
  readTypedAddress,
  type TypedAddress,
} from './new-address.ts';
import { type PayOptions, pay } from './pay-for-checkout.ts';

type CheckoutOptions = Omit<PayOptions, 'checkoutRequest'> & {
  addresses: readonly Address[];
  /** The address that is selected first. */
  preselected: string;
};

/**
 * One submission at a time: saves a new address, pays, and navigates once there is an order, or one to wait for.
 * `failure` is undefined until the first submission.
 */
export function useCheckout({ addresses, preselected, ...payOptions }: CheckoutOptions) {
  const [processing, setProcessing] = useState<'address' | 'payment'>();
  const [failure, setFailure] = useState<CheckoutFailure>();
  const [addressId, setAddressId] = useState(preselected);
  const { revalidate } = useRevalidator();
  const saveAddress = useAddressSaving(addresses);

  const submitPayment = async (form: FormData) => {
    const checkoutRequest = readCheckoutRequest(textsOf(form));
    const saved = await idOf(checkoutRequest.addressId, form);
    if (typeof saved !== 'string') return showAddressErrors(saved);
    const result = await pay({ ...payOptions, checkoutRequest: { ...checkoutRequest, addressId: saved } });
    // A full page load, to drop the payment provider's script. The button stays busy until then.
    if ('to' in result) return window.location.replace(result.to);

    setProcessing(undefined);
    setFailure(failureOf(result.error));
    // Prices or stock may have changed: the next attempt uses a new quote and a new idempotency key.
    if (!result.gotResponse) return;
    await revalidate();
    setAddressId(saved);
  };
  const submitAddress = async (form: FormData) => {
    const saved = await idOf(NEW_ADDRESS, form);
    if (typeof saved !== 'string') return showAddressErrors(saved);
    setProcessing(undefined);
    await revalidate();
    setAddressId(saved);
  };
  const showAddressErrors = (address: AddressErrors) => {
    setProcessing(undefined);
    setFailure({ address });
  };
  const idOf = (chosen: string, form: FormData) =>
    chosen === NEW_ADDRESS ? saveAddress(readTypedAddress(textsOf(form))) : chosen;

  const submit = async (form: FormData, what: 'address' | 'payment') => {
    if (processing) return;
    setProcessing(what);
    setFailure({});
    await (what === 'address' ? submitAddress(form) : submitPayment(form));
  };
  return { processing, failure, addressId, setAddressId, submit };
}

const textsOf = (form: FormData) => (name: string) => String(form.get(name) ?? '');

/** Saves an address once, however often it is submitted: the payment after it may fail. */
function useAddressSaving(addresses: readonly Address[]) {
  const last = useRef<{ typed: string; id: string }>(undefined);
  return async (typed: TypedAddress): Promise<string | AddressErrors> => {
    const key = JSON.stringify(typed);
    if (last.current?.typed === key) return last.current.id;
    const result = await submitOperation<typeof createAddress>('POST /addresses', newAddressOf(typed, addresses)).catch(
      () => undefined,
    );
    if (!result) return addressUnsaved;
    if (!result.ok) return addressErrorsOf(typed, result.problem);
    const added = findAddedAddress(addresses, result.value.addresses);
    if (!added) return addressUnsaved;
    last.current = { typed: key, id: added.id };
    return added.id;
  };
}
