import { catalogMessages } from '@shop/contracts/catalog/messages';
import { productMessages } from '@shop/contracts/catalog/product-messages';
import type { Product, ProductDetail } from '@shop/contracts/catalog/schema';
import { waitlistMessages } from '@shop/contracts/waitlist/messages';
import { useEffect, useId, useState } from 'react';
import type { useCartForm } from '#features/cart/use-cart-form.ts';
import { OptionPicker } from '#features/catalog/product/option-picker.tsx';
import { useLocalSelection } from '#features/catalog/product/use-selection.ts';
import { mostAvailable } from '#features/catalog/product/variants.ts';
import { readProductData } from '#lib/browser-api.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Drawer } from '#ui/overlay/dialog.tsx';
import { ProductPrice } from '#ui/product-price.tsx';
import { ResponsiveImage } from '#ui/responsive-image.tsx';
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx';

type OptionSheetProps = {
  product: Pick<Product, 'slug'>;
  title: string;
  open: boolean;
  onClose: () => void;
  cartForm: ReturnType<typeof useCartForm>;
};

/** The options of a card's product, loaded when it opens. */
export function OptionSheet({ product: { slug }, title, open, onClose, cartForm }: OptionSheetProps) {
  const { detail, failed } = useDetail(slug, open);
  return (
    <Drawer open={open} onClose={onClose} title={title}>
      {open && failed && <Notice kind="error">{catalogMessages.sizesFailed}</Notice>}
      {open && !failed && !detail && <SheetSkeleton />}
      {open && detail && <SheetForm product={detail} onClose={onClose} cartForm={cartForm} />}
    </Drawer>
  );
}

function useDetail(slug: string, open: boolean) {
  const [detail, setDetail] = useState<ProductDetail>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!open) return;
    const stop = new AbortController();
    setFailed(false);
    readProductData<ProductDetail>(`/api/products/${slug}`, stop.signal).then(setDetail, () =>
      setFailed(!stop.signal.aborted),
    );
    return () => stop.abort();
  }, [slug, open]);
  return { detail, failed };
}

type SheetFormProps = Pick<OptionSheetProps, 'onClose' | 'cartForm'> & { product: ProductDetail };

/** Closes when it is sent, so that the cart drawer returns the focus to the card. */
function SheetForm({ product, onClose, cartForm: { Form } }: SheetFormProps) {
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

function SheetSkeleton() {
  return (
    <SkeletonGroup className="grid gap-6">
      <Skeleton className="h-25 w-full" />
      <Skeleton className="h-12 w-full" />
      <Skeleton className="h-12 w-full" />
    </SkeletonGroup>
  );
}
