import { catalogMessages } from '@shop/contracts/catalog/messages';
import { productMessages } from '@shop/contracts/catalog/product-messages';
import type { ProductDetail } from '@shop/contracts/catalog/schema';
import { waitlistMessages } from '@shop/contracts/waitlist/messages';
import { useId } from 'react';
import type { useCartForm } from '#shop/cart/use-cart-form.ts';
import { OptionPicker } from '#shop/product/option-picker.tsx';
import { useLocalSelection } from '#shop/product/use-selection.ts';
import { mostAvailable } from '#shop/product/variants.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { ProductPrice } from '#ui/product-price.tsx';
import { ResponsiveImage } from '#ui/responsive-image.tsx';

type OptionFormProps = { product: ProductDetail; onClose: () => void; cartForm: ReturnType<typeof useCartForm> };

/** Closes when it is sent, so that the cart drawer returns the focus to the card. */
export function OptionForm({ product, onClose, cartForm: { Form } }: OptionFormProps) {
  const formId = useId();
  const selection = useLocalSelection(product, formId);
  const { variant, missing, choice, askForOption } = selection;
  const isSoldOut = variant !== undefined && mostAvailable(product, [variant]) === 0;
  return (
    <div className="grid gap-6 pb-2">
      <div className="flex gap-4">
        <ResponsiveImage
          width={1000}
          height={1250}
          largest={320}
          src={product.images[0]}
          alt=""
          sizes="80px"
          className="aspect-[4/5] w-20 shrink-0 rounded-image bg-pearl object-cover"
        />
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere">{product.name}</p>
          <p className="mt-1">
            <ProductPrice product={product} />
          </p>
        </div>
      </div>
      <OptionPicker product={product} selection={selection} formId={formId} />
      {isSoldOut && (
        <ButtonLink look="secondary" to={`/product/${product.slug}?${new URLSearchParams(choice)}`}>
          {waitlistMessages.submit}
        </ButtonLink>
      )}
      {missing !== undefined && <Button onClick={askForOption}>{productMessages.selectOption(missing)}</Button>}
      {variant && !isSoldOut && (
        <Form method="post" action="/cart" onSubmit={onClose} className="grid">
          <input type="hidden" name="intent" value="add" />
          <input type="hidden" name="variantId" value={variant.id} />
          <input type="hidden" name="quantity" value="1" />
          <Button type="submit">{catalogMessages.addToCart}</Button>
        </Form>
      )}
    </div>
  );
}
