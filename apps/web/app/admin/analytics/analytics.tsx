import { getAnalytics } from '@shop/contracts/analytics/admin-operations';
import { analyticsMessages as texts } from '@shop/contracts/analytics/messages';
import { AdminPage } from '#admin/kit/admin-page.tsx';
import { DateRangePicker } from '#admin/kit/date-range.tsx';
import { loadInRange } from '#admin/kit/load-range.server.ts';
import { daysQuery } from '#admin/kit/range-url.ts';
import { useCan } from '#admin/kit/staff.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import type { Route } from './+types/analytics';
import { Deliveries } from './deliveries.tsx';
import { FigureTiles } from './figure-tiles.tsx';
import { Customers, Funnel, ZeroResultSearches } from './reports.tsx';
import { TopRows } from './top-rows.tsx';

export const loader = ({ request, url }: Route.LoaderArgs) =>
  loadInRange(request, getAnalytics, url.searchParams, ['by']);

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, texts.title);

export default function AnalyticsPage({ loaderData: { figures: analytics, errors } }: Route.ComponentProps) {
  const can = useCan();
  const { range, categories, products, methods, discountCodes, refundedProducts } = analytics;
  const orders = `/admin/orders?${daysQuery(range)}`;
  const toProducts = can('products.read') && { to: '/admin/products', label: texts.viewProducts };
  const toOrders = can('orders.read') && { to: orders, label: texts.viewOrders };
  const toProduct = can('products.read') && (({ key }: { key: string }) => `/admin/products/edit/${key}`);
  return (
    <AdminPage title={texts.title} actions={<DateRangePicker range={range} errors={errors} />}>
      <div className="grid grid-cols-1 gap-4">
        <FigureTiles analytics={analytics} />
        <div className="grid grid-cols-1 items-start gap-4 desktop:grid-cols-2">
          <TopRows
            report="categories"
            rows={categories}
            analytics={analytics}
            drillDown={toProducts}
            linkOf={
              can('products.read') && (({ name }) => `/admin/products?${new URLSearchParams({ category: name })}`)
            }
          />
          <TopRows report="products" rows={products} analytics={analytics} drillDown={toProducts} linkOf={toProduct} />
          <Customers analytics={analytics} />
          <TopRows
            report="refundedProducts"
            rows={refundedProducts}
            analytics={analytics}
            drillDown={can('orders.read') && { to: `${orders}&payment=refunded`, label: texts.viewRefunded }}
            linkOf={toProduct}
          />
          <TopRows report="methods" rows={methods} analytics={analytics} drillDown={toOrders} />
          <TopRows
            report="discountCodes"
            rows={discountCodes}
            analytics={analytics}
            drillDown={can('promotions.read') && { to: '/admin/promotions', label: texts.viewDiscountCodes }}
          />
          <Deliveries analytics={analytics} />
          <Funnel analytics={analytics} />
          <ZeroResultSearches analytics={analytics} />
        </div>
        <p className="text-ink-soft text-small">{texts.explained(range.timeZone)}</p>
      </div>
    </AdminPage>
  );
}
