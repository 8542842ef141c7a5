import { catalogMessages } from '@shop/contracts/catalog-texts';
import { FEW_LEFT, productMessages } from '@shop/contracts/product-texts';

/** Said aloud when another choice changes it. */
export function Availability({ left }: { left: number }) {
  return (
    <p role="status" className="flex items-center gap-2 text-small font-semibold">
      <Words left={left} />
    </p>
  );
}

function Words({ left }: { left: number }) {
  if (left === 0) return <span className="text-cancelled">{catalogMessages.outOfStock}</span>;
  if (left <= FEW_LEFT) return <span className="text-rose">{productMessages.onlyLeft(left)}</span>;
  return <span className="text-delivered">{productMessages.inStock}</span>;
}
