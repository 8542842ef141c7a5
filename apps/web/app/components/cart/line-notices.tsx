import type { CartItem } from '@shop/contracts/cart';
import { cartMessages } from '@shop/contracts/checkout-texts';
import { currentPrice, dollars } from '@shop/contracts/money';
import type { ReactNode } from 'react';
import { Notice } from '#components/ui/notice.tsx';
import { Understood } from './understood.tsx';

/** What has changed since the shopper chose it. Fewer than wanted must be settled before the checkout. */
export function LineNotices({ item }: { item: CartItem }) {
  const { id, name, left, quantity, priceBefore } = item;
  const prices = priceBefore === null ? undefined : [dollars(priceBefore), dollars(currentPrice(item))];
  return (
    <>
      {left === 0 && <Told kind="error">{cartMessages.soldOut}</Told>}
      {left > 0 && left < quantity && (
        <Told
          kind="error"
          answer={
            <Understood
              about={name}
              label={cartMessages.acceptQuantity(left)}
              values={{ intent: 'quantity', id, quantity: left }}
            />
          }
        >
          {cartMessages.fewerLeft(left)}
        </Told>
      )}
      {left > 0 && prices && (
        <Told kind="info" answer={<Understood about={name} values={{ intent: 'acknowledge' }} />}>
          {cartMessages.priceChanged(prices[0] ?? '', prices[1] ?? '')}
        </Told>
      )}
    </>
  );
}

function Told({ kind, answer, children }: { kind: 'error' | 'info'; answer?: ReactNode; children: string }) {
  return (
    <div className="mt-4 flex flex-wrap items-center gap-3">
      <Notice kind={kind}>{children}</Notice>
      {answer}
    </div>
  );
}
