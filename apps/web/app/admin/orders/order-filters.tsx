import { adminOrderMessages as texts } from '@shop/contracts/orders/admin-messages';
import { orderListMessages as listTexts } from '@shop/contracts/orders/list-messages';
import { paymentStatusLabels, statusLabels } from '@shop/contracts/orders/messages';
import { ChoiceFilter, DateFilter, MoreFilters } from '#admin/kit/filter-chip.tsx';

const PAYMENTS = { ...paymentStatusLabels, due: texts.due };
const MORE = [
  { label: listTexts.shipping, name: 'shipping', any: listTexts.anyShipping, of: listTexts.shippingMethods },
  { label: listTexts.fulfillment, name: 'fulfillment', any: listTexts.anyFulfillment, of: listTexts.fulfillments },
];

export const OrderFilters = ({ errors }: { errors: Record<string, string> }) => (
  <>
    <ChoiceFilter label={texts.status} name="status" any={texts.anyStatus} of={statusLabels} />
    <ChoiceFilter label={texts.payment} name="payment" any={texts.anyPayment} of={PAYMENTS} />
    <DateFilter label={texts.date} from={texts.from} to={texts.to} errors={errors} />
    <MoreFilters of={MORE} />
  </>
);
