import { productMessages as messages } from '@shop/contracts/catalog/product-messages';
import { ChevronDown, Droplet, Gem, type LucideIcon, Truck } from 'lucide-react';
import type { ReactNode } from 'react';
import { TextLink } from '#ui/text-link.tsx';
import { hasReturns, type Shipping, ShippingPrices } from './delivery.tsx';

/** The specification with a fold of its own. */
const CARE = 'Care';

type FoldsProps = { specifications: Record<string, string>; shipping: Shipping | undefined };

/** What a shopper wants to know before buying, in native disclosures. */
export function Folds({ specifications: { [CARE]: care, ...specifications }, shipping }: FoldsProps) {
  return (
    <div className="mt-6 border-line border-b">
      {Object.keys(specifications).length > 0 && (
        <Fold icon={Gem} title={messages.details} open>
          <SpecificationTable specifications={specifications} />
        </Fold>
      )}
      {care && (
        <Fold icon={Droplet} title={messages.care}>
          {care}
        </Fold>
      )}
      <Fold icon={Truck} title={messages.shippingAndReturns}>
        {shipping && <ShippingPrices shipping={shipping} />}
        <div className="flex flex-wrap gap-x-6">
          <TextLink to="/shipping">{messages.deliveryTimes}</TextLink>
          {hasReturns(shipping) && <TextLink to="/shipping#returns">{messages.returns}</TextLink>}
        </div>
      </Fold>
    </div>
  );
}

type FoldProps = { icon: LucideIcon; title: string; open?: boolean; children: ReactNode };

function Fold({ icon: Icon, title, open, children }: FoldProps) {
  return (
    <details open={open} className="group/fold border-line border-t">
      <summary className="flex min-h-13 items-center gap-3 text-action font-semibold">
        <Icon aria-hidden className="size-5 shrink-0" strokeWidth={1.5} />
        <span className="min-w-0 flex-1">{title}</span>
        <ChevronDown
          aria-hidden
          className="size-5 shrink-0 transition-transform group-open/fold:rotate-180"
          strokeWidth={1.5}
        />
      </summary>
      <div className="pb-5 pl-8 text-small text-ink-soft">{children}</div>
    </details>
  );
}

function SpecificationTable({ specifications }: Pick<FoldsProps, 'specifications'>) {
  return (
    <table aria-label={messages.specifications} className="w-full table-fixed">
      <tbody>
        {Object.entries(specifications).map(([name, value]) => (
          <tr key={name} className="border-line border-b last:border-b-0">
            <th scope="row" className="w-2/5 py-2.5 pr-4 text-left align-top font-normal">
              {name}
            </th>
            <td className="py-2.5 text-ink">{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
