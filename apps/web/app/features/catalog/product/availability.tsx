import { LOW_STOCK_MAX } from '@shop/contracts/catalog/constants';
import { catalogMessages } from '@shop/contracts/catalog/messages';
import { productMessages } from '@shop/contracts/catalog/product-messages';

/** A live region: screen readers announce it when another variant is selected. */
export function Availability({ availableQuantity }: { availableQuantity: number }) {
  return (
    <p role="status" className="flex items-center gap-2 text-small font-semibold">
      <AvailabilityText availableQuantity={availableQuantity} />
    </p>
  );
}

function AvailabilityText({ availableQuantity }: { availableQuantity: number }) {
  if (availableQuantity === 0) return <span className="text-cancelled">{catalogMessages.outOfStock}</span>;
  if (availableQuantity <= LOW_STOCK_MAX)
    return <span className="text-rose">{productMessages.onlyAvailable(availableQuantity)}</span>;
  return <span className="text-delivered">{productMessages.inStock}</span>;
}
