import { checkoutPageMessages } from '@shop/contracts/checkout/page-messages';
import { TextLink } from '#ui/text-link.tsx';

export const ReturnsLink = ({ days }: { days: number }) => (
  <TextLink to="/shipping#returns" className="font-normal! text-ink-soft!">
    {checkoutPageMessages.returns(days)}
  </TextLink>
);
