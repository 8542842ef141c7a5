import { SearchX } from 'lucide-react';
import { Badge, type Tone } from '#ui/badge.tsx';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Notice } from '#ui/notice.tsx';
import { ProductPrice } from '#ui/product-price.tsx';
import { Stars } from '#ui/stars.tsx';
import { Table } from '#ui/table.tsx';
import { LONG, Specimen } from './specimen.tsx';

const TONES: Tone[] = ['pending', 'processing', 'shipped', 'delivered', 'cancelled', 'other', 'blush'];
const ORDERS = [
  { id: '0a1b2c3d', customer: 'Clara Customer', tone: 'pending' as const, total: 171.91 },
  { id: '4e5f6a7b', customer: LONG, tone: 'shipped' as const, total: 12489 },
  { id: '8c9d0e1f', customer: 'Marcus L.', tone: 'cancelled' as const, total: 9.99 },
];

export function DisplaySpecimens() {
  return (
    <>
      <Specimen name="Type">
        <div className="grid grid-cols-1 gap-4">
          <p className="font-display text-display">Cut to catch the light</p>
          <p className="font-display text-h1">Rivière crystal necklace 1234</p>
          <p className="font-display text-h2">Shop by category</p>
          <p className="text-h3">Card and panel title</p>
          <p className="max-w-[68ch]">{LONG}. Figtree does the work: prices such as $149.00 and ₹12,499.00 line up.</p>
          <p className="text-small text-ink-soft">Small text, the minimum for reading</p>
          <p className="eyebrow">Eyebrow</p>
        </div>
      </Specimen>
      <Specimen name="Inline notices">
        <div className="grid grid-cols-1 gap-3">
          <Notice kind="success">Preferences saved.</Notice>
          <Notice kind="info">{LONG}</Notice>
          <Notice kind="error">We could not save this. Please try again.</Notice>
        </div>
      </Specimen>
      <Specimen name="Badges">
        <div className="flex flex-wrap gap-3">
          {TONES.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
          <Badge tone="other">{LONG}</Badge>
        </div>
      </Specimen>
      <Specimen name="Prices">
        <div className="grid grid-cols-1 gap-3">
          <ProductPrice product={{ price: 189, salePrice: 0 }} />
          <ProductPrice product={{ price: 189, salePrice: 149 }} />
          <ProductPrice product={{ price: 1234567.5, salePrice: 0.99 }} />
        </div>
      </Specimen>
      <Specimen name="Stars">
        <div className="grid grid-cols-1 gap-2">
          {[0, 2.4, 3.5, 4.6, 5].map((rating) => (
            <Stars key={rating} rating={rating} />
          ))}
        </div>
      </Specimen>
      <Specimen name="Breadcrumbs">
        <Breadcrumbs
          above={[
            { label: 'Home', to: '/' },
            { label: 'Jewelry', to: '#breadcrumbs' },
          ]}
          here={LONG}
        />
      </Specimen>
      <Specimen name="Table">
        <Table
          caption="Latest orders"
          rows={ORDERS}
          keyOf={(order) => order.id}
          columns={[
            { label: 'Order', cell: (order) => `#${order.id}` },
            { label: 'Customer', cell: (order) => order.customer },
            { label: 'Status', cell: (order) => <Badge tone={order.tone}>{order.tone}</Badge> },
            { label: 'Total', numeric: true, cell: (order) => `$${order.total.toFixed(2)}` },
          ]}
        />
      </Specimen>
      <Specimen name="Empty state">
        <EmptyState
          icon={SearchX}
          title="No products found"
          action={<ButtonLink to="#empty-state">See all</ButtonLink>}
        >
          No products match your filters. Try adjusting your criteria or clear the filters to see all products.
        </EmptyState>
      </Specimen>
    </>
  );
}
