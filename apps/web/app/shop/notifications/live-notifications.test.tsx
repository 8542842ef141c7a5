// @vitest-environment jsdom
import type { Session } from '@shop/contracts/identity/schema';
import { cleanup, render, screen } from '@testing-library/react';
import { createRoutesStub } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { SessionProvider, useSession } from '#lib/session.tsx';
import { LiveNotifications } from './live-notifications.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const SessionKnown = () => useSession().session && <p>session known</p>;

const Page = () => (
  <SessionProvider hasCookie asOf={0}>
    <LiveNotifications />
    <SessionKnown />
  </SessionProvider>
);

/** The streams that a page opens for a visitor with this session. */
async function streamsOf(user: Session['user']) {
  const opened: string[] = [];
  vi.stubGlobal(
    'EventSource',
    class {
      constructor(url: string) {
        opened.push(url);
      }
      close() {}
    },
  );
  const session = { user, cartCount: 0, wishlistCount: 0, wishlist: [], unreadCount: 0, country: null };
  vi.stubGlobal('fetch', async () => Response.json(session));
  const Site = createRoutesStub([{ path: '/', Component: Page }]);
  render(<Site />);
  await screen.findByText('session known');
  return opened;
}

test.each([
  ['a customer', { name: 'Ada', role: 'user' }, ['/api/notifications/stream']],
  // The API refuses one: it would be tried again and again.
  ['a guest at checkout', { name: 'Guest', role: 'user', guest: true }, []],
  ['a visitor without a session', null, []],
] as const)('%s opens these notification streams', async (_visitor, user, streams) => {
  expect(await streamsOf(user)).toEqual(streams);
});
