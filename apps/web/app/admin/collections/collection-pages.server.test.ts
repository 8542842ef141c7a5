import { expect, onTestFinished, test } from 'vitest';
import { apiFor } from '#lib/api.server.ts';
import { startHttpServer } from '../../../test/http-server.ts';
import { loadPreview } from './collection-pages.server.ts';
import { valuesOf } from './collection-values.ts';

const problem = (status: number) => ({
  type: 'about:blank',
  title: '',
  status,
  code: 'rejected',
  message: 'No.',
  requestId: '',
});

test.each([
  [200, { count: '0', products: [] }, { count: '0', products: [] }],
  [422, problem(422), null],
  [429, problem(429), 'unavailable'],
  [503, problem(503), 'unavailable'],
])('a preview that the API answers with %i is shown as such', async (status, body, expected) => {
  const { url, stop } = await startHttpServer((_request, response) => {
    response.statusCode = status;
    response.end(JSON.stringify(body));
  });
  onTestFinished(stop);
  const api = apiFor(new Request('http://localhost:3000/admin/collections/new'), { url });

  expect(await loadPreview(api, valuesOf())).toEqual(expected);
});
