import { chargeOf, dollars, formatCharge, toCents } from '../common/money.ts';
import { storeSettingsMessages as texts } from './admin-messages.ts';
import { needsConfirmation, type Rate, takesOnlinePayments } from './payment-rate.ts';

const EXAMPLE = 100;

/** What the saved exchange rate means in money, while no owner has set or confirmed it. */
export function rateNotice(rate: Rate) {
  if (!needsConfirmation(rate)) return undefined;
  const charge = formatCharge(chargeOf(toCents(EXAMPLE), rate), rate.paymentCurrency);
  return (takesOnlinePayments(rate) ? texts.rateAssumed : texts.rateUnconfirmed)(dollars(EXAMPLE), charge);
}
