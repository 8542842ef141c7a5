import { analyticsMessages } from '@shop/contracts/analytics/messages';
import { Analytics } from '@shop/contracts/analytics/schema';
import { pageTitle } from '@shop/contracts/common/constants';
import { data, Form } from 'react-router';
import { Funnel, SalesOverTime, ZeroResultSearches } from '#features/admin/analytics/reports.tsx';
import { TopRows } from '#features/admin/analytics/top-rows.tsx';
import { AdminPage } from '#features/admin/shared/admin-page.tsx';
import { apiFor } from '#lib/api.server.ts';
import { fieldErrors } from '#lib/forms/field-errors.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { SelectField, TextField } from '#ui/form/field.tsx';
import type { Route } from './+types/analytics';

/** An invalid period is shown as a field error, with the data of the current period. */
export async function loader({ request, url }: Route.LoaderArgs) {
  const api = apiFor(request);
  const result = await api.tryGet(`/admin/analytics?${url.searchParams}`, Analytics);
  if (result.ok) return { analytics: result.value, typed: result.value.period, error: undefined };
  const error = fieldErrors(result.problem.errors).period;
  if (!error) throw data(result.problem, { status: result.problem.status });
  const analytics = await api.get('/admin/analytics', Analytics);
  return { analytics, typed: url.searchParams.get('period') ?? '', error };
}

export const meta = () => [{ title: pageTitle(analyticsMessages.title) }, { name: 'robots', content: 'noindex' }];

export default function AnalyticsPage({ loaderData: { analytics, typed, error } }: Route.ComponentProps) {
  const { categories, products, methods, discountCodes } = analytics;
  return (
    <AdminPage title={analyticsMessages.title}>
      <PeriodForm analytics={analytics} typed={typed} error={error} />
      <p className="mb-6 text-ink-soft text-small">{analyticsMessages.explained}</p>
      <div className="grid grid-cols-1 gap-6">
        <SalesOverTime analytics={analytics} />
        <div className="grid grid-cols-1 items-start gap-6 desktop:grid-cols-2">
          <TopRows report="categories" rows={categories} analytics={analytics} />
          <TopRows report="products" rows={products} analytics={analytics} />
          <TopRows report="methods" rows={methods} analytics={analytics} />
          <TopRows report="discountCodes" rows={discountCodes} analytics={analytics} />
          <Funnel analytics={analytics} />
          <ZeroResultSearches analytics={analytics} />
        </div>
      </div>
    </AdminPage>
  );
}

type PeriodFormProps = { analytics: Analytics; typed: string; error: string | undefined };

function PeriodForm({ analytics: { period, by, earlier, later }, typed, error }: PeriodFormProps) {
  return (
    <Form
      key={`${period} ${by} ${typed}`}
      method="get"
      role="search"
      aria-label={analyticsMessages.choose}
      className="mb-4 flex flex-wrap items-start gap-4 rounded-card border border-line bg-paper p-4 tablet:p-6"
    >
      <TextField
        label={analyticsMessages.period}
        hint={analyticsMessages.periodHint}
        name="period"
        defaultValue={typed}
        error={error}
        className="w-52"
      />
      <SelectField label={analyticsMessages.by} name="by" defaultValue={by} className="w-40">
        {Object.entries(analyticsMessages.granularities).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <div className="flex flex-wrap gap-3 tablet:pt-[1.8rem]">
        <Button type="submit">{analyticsMessages.show}</Button>
        <ButtonLink to={`?period=${earlier}`} look="quiet">
          {analyticsMessages.earlier}
        </ButtonLink>
        {later && (
          <ButtonLink to={`?period=${later}`} look="quiet">
            {analyticsMessages.later}
          </ButtonLink>
        )}
      </div>
    </Form>
  );
}
