import { PAYMENT_METHODS } from '@shop/contracts/checkout/constants';
import { checkoutMessages, paymentMethodLabels } from '@shop/contracts/checkout/messages';
import { checkoutPageMessages } from '@shop/contracts/checkout/page-messages';
import { Banknote, CreditCard, Landmark, Lock, Smartphone, WalletMinimal } from 'lucide-react';
import { OptionCard, OptionRows } from '#ui/form/option-card.tsx';

/**
 * Show content by the selected payment method, with CSS only: the page has the class `group/checkout`, in which these
 * classes look for the method.
 */
export const IF_ONLINE = 'group-has-[input[value=cod]:checked]/checkout:hidden';
export const IF_ON_DELIVERY = 'hidden group-has-[input[value=cod]:checked]/checkout:block';

const ICONS = { card: CreditCard, upi: Smartphone, wallet: WalletMinimal, netbanking: Landmark, cod: Banknote };
const MARKS: Partial<Record<(typeof PAYMENT_METHODS)[number], string[]>> = {
  card: ['VISA', 'MC', 'RuPay'],
  upi: ['UPI'],
};

type MethodChoiceProps = { chosen: string; emailVerified: boolean; onlinePayment: boolean };

/** Cash on delivery requires a confirmed email address; the others are offered while the store takes online payments. */
export function MethodChoice({ chosen, emailVerified, onlinePayment }: MethodChoiceProps) {
  const offered = PAYMENT_METHODS.filter((method) => onlinePayment || method === 'cod');
  const [first] = offered;
  const isAvailable = (method: string) => emailVerified || method !== 'cod';
  return (
    <>
      {onlinePayment ? (
        <p className="-mt-2 mb-4 flex items-start gap-2 text-small text-ink-soft">
          <Lock aria-hidden className="mt-0.5 size-4 shrink-0" strokeWidth={1.5} />
          {checkoutPageMessages.encrypted}
        </p>
      ) : (
        <p className="-mt-2 mb-4 text-small text-ink-soft">{checkoutPageMessages.onlinePaymentOff}</p>
      )}
      <fieldset className="min-w-0">
        <legend className="sr-only">{checkoutMessages.paymentMethod}</legend>
        <OptionRows>
          {offered.map((method) => {
            const Icon = ICONS[method];
            return (
              <OptionCard
                key={method}
                name="paymentMethod"
                value={method}
                defaultChecked={
                  method === (isAvailable(chosen) && offered.some((it) => it === chosen) ? chosen : first)
                }
                disabled={!isAvailable(method)}
                icon={<Icon className="size-5" strokeWidth={1.5} />}
                title={paymentMethodLabels[method]}
                hint={
                  isAvailable(method)
                    ? checkoutPageMessages.methodHints[method]
                    : checkoutMessages.codNeedsConfirmedEmail
                }
                marks={MARKS[method]?.map((mark) => <Mark key={mark}>{mark}</Mark>)}
              />
            );
          })}
        </OptionRows>
        <div className="hidden noscript:block">
          <p className={`mt-3 text-small text-ink-soft ${IF_ONLINE}`}>{checkoutPageMessages.paidOnProviderPage}</p>
        </div>
      </fieldset>
    </>
  );
}

const Mark = ({ children }: { children: string }) => (
  <svg aria-hidden viewBox="0 0 44 24" className="h-[22px] w-10 text-ink-soft">
    <rect x="0.5" y="0.5" width="43" height="23" rx="3" className="fill-paper stroke-line" />
    <text x="22" y="16" textAnchor="middle" className="fill-current font-semibold text-[11px]">
      {children}
    </text>
  </svg>
);
