import { cartMessages } from '@shop/contracts/cart/messages';
import type { CartItem } from '@shop/contracts/cart/schema';
import { currentPrice, dollars } from '@shop/contracts/common/money';
import { uiMessages } from '@shop/contracts/common/ui-messages';
import { orderMessages } from '@shop/contracts/orders/messages';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { Button } from '#ui/button.tsx';
import { QuantityStepper } from '#ui/form/quantity-stepper.tsx';
import { Notice } from '#ui/notice.tsx';
import { ProductPrice } from '#ui/product-price.tsx';
import { ResponsiveImage } from '#ui/responsive-image.tsx';
import { AcknowledgeButton } from './acknowledge-button.tsx';
import { ItemOptions, productUrl } from './item-options.tsx';
import { useCartForm } from './use-cart-form.ts';

/** Optimistic update until the server responds. Removing only hides the line, because it can fail. */
export function CartLine({ item }: { item: CartItem }) {
  const form = useCartForm(`line-${item.id}`);
  const removing = form.formData?.get('intent') === 'remove';
  const quantity = Number(form.formData?.get('quantity') ?? item.quantity);

  return (
    <li hidden={removing} className="flex gap-4 border-line border-b py-6 tablet:gap-6">
      <ResponsiveImage
        src={item.image}
        alt=""
        width={96}
        height={120}
        sizes="96px"
        largest={320}
        className="h-[120px] w-24 shrink-0 self-start rounded-image bg-pearl object-cover"
      />
      <div className="min-w-0 flex-1">
        <div className="flex justify-between gap-x-4 tablet:gap-x-6">
          <div className="min-w-0 wrap-anywhere">
            <h2 className="text-h3">
              <Link to={productUrl(item)} className="underline-offset-4 hover:underline">
                {item.name}
              </Link>
            </h2>
            <ItemOptions options={item.options} />
            <p className="mt-1 text-small">
              <ProductPrice product={item} />
            </p>
          </div>
          <p className="shrink-0 font-semibold tabular-nums">{dollars(currentPrice(item) * quantity)}</p>
        </div>
        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
          {item.availableQuantity > 0 ? (
            <LineQuantity item={item} form={form} />
          ) : (
            <p className="text-small text-ink-soft">{orderMessages.quantity(item.quantity)}</p>
          )}
          <form.Form method="post" action="/cart">
            <input type="hidden" name="id" value={item.id} />
            <Button
              type="submit"
              name="intent"
              value="remove"
              look="word"
              aria-label={cartMessages.removeOf(item.name)}
            >
              {cartMessages.remove}
            </Button>
          </form.Form>
        </div>
        <LineNotices item={item} />
      </div>
    </li>
  );
}

/** Long enough for another step or a second digit, short enough to feel immediate. */
const DEBOUNCE_MS = 400;

type LineQuantityProps = { item: CartItem; form: ReturnType<typeof useCartForm> };

/** Submits itself when the quantity changes. Without JavaScript it has a button. */
function LineQuantity({ item, form: { Form, state, data, submit } }: LineQuantityProps) {
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // A quantity above the available stock is not clamped silently; the shopper can only lower it.
  const maxQuantity = Math.max(item.availableQuantity, item.quantity);

  const sendSoon = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      // A number that is still being typed is not sent; the field is clamped on blur.
      if (form.current?.checkValidity()) void submit(form.current);
    }, DEBOUNCE_MS);
  };
  useEffect(() => () => clearTimeout(timer.current), []);

  // Shows the quantity of the cart, unless the shopper has changed it again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after every response, also an error that changed nothing.
  useEffect(() => {
    const field = form.current?.elements.namedItem('quantity');
    if (state === 'idle' && timer.current === undefined && field instanceof HTMLInputElement)
      field.valueAsNumber = item.quantity;
  }, [state, data, item.quantity]);

  return (
    <Form ref={form} method="post" action="/cart" onChange={sendSoon} className="flex flex-wrap items-center gap-3">
      <input type="hidden" name="intent" value="quantity" />
      <input type="hidden" name="id" value={item.id} />
      <QuantityStepper
        name="quantity"
        defaultValue={item.quantity}
        max={maxQuantity}
        label={`${uiMessages.quantity}: ${item.name}`}
      />
      <Button type="submit" look="secondary" compact className="hidden! noscript:inline-flex!">
        {cartMessages.update}
      </Button>
    </Form>
  );
}

/** Changes since the item was added. Insufficient stock must be resolved before checkout. */
function LineNotices({ item }: { item: CartItem }) {
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
