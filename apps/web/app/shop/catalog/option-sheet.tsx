import { catalogMessages } from '@shop/contracts/catalog/messages';
import type { getProduct } from '@shop/contracts/catalog/operations';
import type { Product } from '@shop/contracts/catalog/schema';
import { useEffect, useState } from 'react';
import { readProductData } from '#lib/browser-api.ts';
import type { useCartForm } from '#shop/cart/use-cart-form.ts';
import { Notice } from '#ui/notice.tsx';
import { Drawer } from '#ui/overlay/dialog.tsx';
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx';

type OptionSheetProps = {
  product: Pick<Product, 'slug'>;
  title: string;
  open: boolean;
  onClose: () => void;
  cartForm: ReturnType<typeof useCartForm>;
};

/** The options of a card's product. They and the form are loaded when it opens. */
export function OptionSheet({ product: { slug }, title, open, onClose, cartForm }: OptionSheetProps) {
  const { loaded, failed } = useOptions(slug, open);
  return (
    <Drawer open={open} onClose={onClose} title={title}>
      {open && failed && <Notice kind="error">{catalogMessages.sizesFailed}</Notice>}
      {open && !failed && !loaded && <SheetSkeleton />}
      {open && loaded && <loaded.OptionForm product={loaded.product} onClose={onClose} cartForm={cartForm} />}
    </Drawer>
  );
}

type LoadedOptions = Awaited<ReturnType<typeof loadOptions>>;

async function loadOptions(slug: string, signal: AbortSignal) {
  const [product, { OptionForm }] = await Promise.all([
    readProductData<typeof getProduct>('GET /products/:product', { params: { product: slug } }, signal),
    import('./option-form.tsx'),
  ]);
  return { product, OptionForm };
}

function useOptions(slug: string, open: boolean) {
  const [loaded, setLoaded] = useState<LoadedOptions>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!open) return;
    const stop = new AbortController();
    setFailed(false);
    loadOptions(slug, stop.signal).then(setLoaded, () => setFailed(!stop.signal.aborted));
    return () => stop.abort();
  }, [slug, open]);
  return { loaded, failed };
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
