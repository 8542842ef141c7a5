import { renderToString } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import { ConfirmEffects } from './confirm-effects.tsx';

const confirmation = {
  fields: [
    ['key', 'key 1'],
    ['orderId', 'one'],
    ['orderId', 'two'],
  ] as [string, string][],
  sentence: '2 orders become Shipped.',
};
const Site = createRoutesStub([
  {
    path: '/orders',
    Component: () => (
      <ConfirmEffects
        confirmation={confirmation}
        title="Set 2 orders"
        confirm="Update status"
        busyLabel="Updating..."
        keep="Keep orders"
      />
    ),
  },
]);

test('without JavaScript the confirmation is a section that sends all fields again', () => {
  const html = renderToString(<Site initialEntries={['/orders']} />);

  expect(html).toContain('2 orders become Shipped.');
  const hidden = [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]+)"/g)];
  expect(hidden.map(([, name, value]) => [name, value])).toEqual(confirmation.fields);
});

test('without JavaScript keeping things as they are keeps the filters, and repeats no earlier message', () => {
  const html = renderToString(<Site initialEntries={['/orders?status=pending&done=refund']} />);

  expect(html).toContain('href="/orders?status=pending"');
});
