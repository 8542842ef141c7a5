import { LOW_STOCK_MAX } from '@shop/contracts/catalog/constants';
import { catalogMessages } from '@shop/contracts/catalog/messages';
import { productMessages } from '@shop/contracts/catalog/product-messages';

type AvailabilityProps = {
  /** Undefined while no variant is chosen. */
  availableQuantity: number | undefined;
  /** How it fits, shown until a size is chosen. */
  fit?: string;
};

/** A live region: screen readers announce it when another variant is selected. */
export function Availability({ availableQuantity, fit }: AvailabilityProps) {
  return (
    <p role="status" className="text-small font-semibold not-empty:mt-3">
      {availableQuantity === undefined ? (
        fit && <span className="font-normal text-ink-soft">{fit}</span>
      ) : (
        <AvailabilityText availableQuantity={availableQuantity} />
      )}
    </p>
  );
}

function AvailabilityText({ availableQuantity }: { availableQuantity: number }) {
  if (availableQuantity === 0) return <span className="text-cancelled">{catalogMessages.outOfStock}</span>;
  if (availableQuantity <= LOW_STOCK_MAX)
    return <span className="text-rose">{productMessages.onlyAvailable(availableQuantity)}</span>;
  return <span className="text-delivered">{productMessages.inStock}</span>;
}
