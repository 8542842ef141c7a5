import { expect, test } from 'vitest';
import { listAdminRequests, type SendRequest } from './admin-requests.ts';

const OrderStatus = { type: 'string', enum: ['pending', 'shipped'] };
const REFERENCE = { $ref: '#/components/schemas/OrderStatus' };

test.each([
  ['in its own schema', OrderStatus],
  ['in a component', REFERENCE],
  ['in a component with a description of its own', { description: 'Only these.', allOf: [REFERENCE] }],
])('requests a list with each value of a field that is listed %s', async (_where, schema) => {
  const parameters = [{ name: 'status', in: 'query', schema }];
  const paths = { '/api/admin/orders': { get: { parameters } } };
  const document = JSON.stringify({ paths, components: { schemas: { OrderStatus } } });
  const send = async (path: string) => ({ body: path === '/api/openapi.json' ? document : '[]', header: () => '' });

  const groups = await listAdminRequests(send as unknown as SendRequest, () => {});

  expect(groups.flatMap(({ requests }) => requests)).toContain('/api/admin/orders?status=shipped');
});
