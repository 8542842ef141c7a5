import { createShipment } from '@shop/contracts/orders/admin-operations';
import { packingMessages } from '@shop/contracts/orders/packing-messages';
import { shipmentMessages } from '@shop/contracts/orders/shipment-messages';
import { NewShipment } from '@shop/contracts/orders/shipment-schema';
import { data } from 'react-router';
import type { Api } from '#lib/api.server.ts';
import { errorMessage } from '#lib/forms/error-message.ts';
import { fieldErrors } from '#lib/forms/field-errors.ts';
import type { OrderActionResult } from './order-forms.ts';
import { newShipmentOf } from './shipping.ts';

/** Undefined when the units were shipped; otherwise the errors, with the submitted values for the page. */
export async function shipOrder(api: Api, orderId: string, form: FormData, key: string) {
  const reject = (status: number, result: Omit<OrderActionResult, 'intent' | 'values'>) =>
    data<OrderActionResult>({ intent: 'ship', values: valuesOf(form), ...result }, { status });

  const shipment = NewShipment.safeParse(newShipmentOf(form));
  if (!shipment.success) return reject(422, { errors: shipErrors(shipment.error.issues) });
  const result = await api.call(createShipment, { params: { id: orderId }, body: shipment.data, key });
  if (result.ok) return undefined;
  const { problem } = result;
  return problem.errors?.length
    ? reject(problem.status, { errors: shipErrors(problem.errors) })
    : reject(problem.status, { failed: errorMessage(problem, packingMessages.shipFailed) });
}

/** The quantities share one message below the items. */
function shipErrors(found: Parameters<typeof fieldErrors>[0]) {
  const errors = fieldErrors(found);
  const isQuantityWrong = Object.keys(errors).some((field) => field.startsWith('items.'));
  return isQuantityWrong ? { ...errors, items: shipmentMessages.quantityInvalid } : errors;
}

const valuesOf = (form: FormData) =>
  Object.fromEntries([...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
