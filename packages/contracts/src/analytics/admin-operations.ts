import { z } from 'zod';
import { MenuCounts } from '../admin/menu-schema.ts';
import { operation } from '../common/operation.ts';
import { Dashboard } from './dashboard-schema.ts';
import { Demand, DemandQuery, RemedyChoice, RemedyResponse } from './demand-schema.ts';
import { Analytics, AnalyticsQuery, DashboardQuery, ReportName } from './schema.ts';

const tag = 'Admin: analytics';

export const listUnmetDemand = operation('GET /admin/demand', {
  id: 'listUnmetDemand',
  tag,
  summary: 'List searches, products and variants that shoppers looked for and did not get',
  query: DemandQuery,
  response: Demand,
  errors: { 422: ['range_too_long'] },
});

export const exportUnmetDemand = operation('GET /admin/demand/export', {
  id: 'exportUnmetDemand',
  tag,
  summary: 'Export a list of unmet demand as CSV',
  query: DemandQuery,
  produces: ['text/csv'],
  errors: { 422: ['range_too_long'] },
});

export const setDemandRemedy = operation('PUT /admin/demand/remedies', {
  id: 'setDemandRemedy',
  tag,
  summary: 'Mark unmet demand as done with a remedy, or reopen it',
  body: RemedyChoice,
  response: RemedyResponse,
  errors: { 404: ['demand_not_found'] },
});

export const getDashboard = operation('GET /admin/dashboard', {
  id: 'getDashboard',
  tag,
  summary: 'Get the dashboard, limited to the user’s permissions',
  query: DashboardQuery,
  response: Dashboard,
  errors: { 422: ['range_too_long'] },
});

export const getMenuCounts = operation('GET /admin/menu-counts', {
  id: 'getMenuCounts',
  tag,
  summary: 'Count the work that waits, limited to the user’s permissions',
  response: MenuCounts,
});

export const getAnalytics = operation('GET /admin/analytics', {
  id: 'getAnalytics',
  tag,
  summary: 'Get analytics for a range of days',
  query: AnalyticsQuery,
  response: Analytics,
  errors: { 422: ['range_too_long'] },
});

export const exportAnalyticsReport = operation('GET /admin/analytics/:report', {
  id: 'exportAnalyticsReport',
  tag,
  summary: 'Export an analytics report as CSV',
  params: z.object({ report: ReportName.describe('The table that the file has.') }),
  query: AnalyticsQuery,
  produces: ['text/csv'],
  errors: { 422: ['range_too_long'] },
});
