import { operation } from '../common/operation.ts';
import { PageView } from './schema.ts';

export const countPageView = operation('POST /counts', {
  id: 'countPageView',
  tag: 'Analytics',
  summary: 'Count an anonymous page view, search or sold-out product',
  body: PageView,
  status: 204,
});
