import { PAYMENT_METHODS } from '@shop/contracts/checkout/constants';
import { checkoutMessages, paymentMethodLabels } from '@shop/contracts/checkout/messages';
import { Radio } from '#ui/form/choice.tsx';

/**
 * Show content by the selected payment method, with CSS only: the page has the class `group/checkout`, in which these
 * classes look for the method.
 */
export const IF_ONLINE = 'group-has-[input[value=cod]:checked]/checkout:hidden';
export const IF_ON_DELIVERY = 'hidden group-has-[input[value=cod]:checked]/checkout:block';

/** Cash on delivery requires a confirmed email address. */
export function MethodChoice({ chosen, emailVerified }: { chosen: string; emailVerified: boolean }) {
  const isAvailable = (method: string) => emailVerified || method !== 'cod';
  return (
    <fieldset>
      <legend className="text-small font-semibold">{checkoutMessages.paymentMethod}</legend>
      {PAYMENT_METHODS.map((method) => (
        <Radio
          key={method}
          name="paymentMethod"
          value={method}
          defaultChecked={method === (isAvailable(chosen) ? chosen : 'card')}
          disabled={!isAvailable(method)}
        >
          {paymentMethodLabels[method]}
          {!isAvailable(method) && <span className="block text-small">{checkoutMessages.codNeedsConfirmedEmail}</span>}
        </Radio>
      ))}
      <p className="hidden text-small text-ink-soft noscript:block">{checkoutMessages.needsJavaScript}</p>
    </fieldset>
  );
}
