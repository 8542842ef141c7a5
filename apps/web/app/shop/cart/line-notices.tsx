import { cartMessages } from '@shop/contracts/cart/messages';
import type { CartItem } from '@shop/contracts/cart/schema';
import { currentPrice, dollars } from '@shop/contracts/common/money';
import type { ReactNode } from 'react';
import { Notice } from '#ui/notice.tsx';
import { AcknowledgeButton } from './acknowledge-button.tsx';

/** Changes since the item was added. Insufficient stock must be resolved before checkout. */
export function LineNotices({ item }: { item: CartItem }) {
  const { id, name, availableQuantity, quantity, priceBefore } = item;
  const prices = priceBefore === null ? undefined : [dollars(priceBefore), dollars(currentPrice(item))];
  return (
    <>
      {availableQuantity === 0 && <LineNotice kind="error">{cartMessages.outOfStock}</LineNotice>}
      {availableQuantity > 0 && availableQuantity < quantity && (
        <LineNotice
          kind="error"
          action={
            <AcknowledgeButton
              about={name}
              label={cartMessages.acceptQuantity(availableQuantity)}
              values={{ intent: 'quantity', id, quantity: availableQuantity }}
            />
          }
        >
          {cartMessages.onlyAvailable(availableQuantity)}
        </LineNotice>
      )}
      {availableQuantity > 0 && prices && (
        <LineNotice kind="info" action={<AcknowledgeButton about={name} values={{ intent: 'acknowledge' }} />}>
          {cartMessages.priceChanged(prices[0] ?? '', prices[1] ?? '')}
        </LineNotice>
      )}
    </>
  );
}

function LineNotice({ kind, action, children }: { kind: 'error' | 'info'; action?: ReactNode; children: string }) {
  return (
    <div className="mt-4 flex flex-wrap items-center gap-3">
      <Notice kind={kind}>{children}</Notice>
      {action}
    </div>
  );
}
