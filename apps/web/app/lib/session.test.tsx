// @vitest-environment jsdom
import type { Session } from '@shop/contracts/identity/schema';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createRoutesStub, Form, Outlet, redirect, useLoaderData } from 'react-router';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { SessionProvider, useSession } from './session.tsx';

const GUEST_SESSION: Session = {
  user: null,
  cartCount: 2,
  wishlistCount: 0,
  wishlist: [],
  unreadCount: 0,
  country: null,
};
const sessionOf = (name: string): Session => ({ ...GUEST_SESSION, user: { name, role: 'user' } });

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function deferred<T>() {
  let complete = (_value: T) => {};
  const promise = new Promise<T>((resolve) => {
    complete = resolve;
  });
  return { promise, complete };
}

const Nothing = () => null;

function Visitor() {
  const { session, signedIn, loading } = useSession();
  const name = session ? (session.user?.name ?? 'anonymous') : 'not known';
  return <p>{`${signedIn ? 'signed in' : 'guest'}, ${name}${loading ? ', loading' : ''}`}</p>;
}

function Site() {
  const root = useLoaderData();
  return (
    <SessionProvider hasCookie={root.cookie} asOf={root}>
      <Visitor />
      {['/login', '/register', '/logout', '/contact'].map((path) => (
        <Form key={path} method="post" action={path}>
          <button type="submit">{path}</button>
        </Form>
      ))}
      <Outlet />
    </SessionProvider>
  );
}

/** A site whose form submissions complete when the test calls `respond`, which sets or clears the cookie. */
async function open(hasCookie: boolean, ask: () => Promise<Response>) {
  let cookie = hasCookie;
  let pendingResponse = deferred<boolean>();
  const fetch = vi.fn(ask);
  vi.stubGlobal('fetch', fetch);
  const form = (path: string) => ({
    path,
    action: async () => {
      cookie = await pendingResponse.promise;
      return redirect('/');
    },
    Component: Nothing,
  });
  const Stub = createRoutesStub([
    {
      path: '/',
      loader: () => ({ cookie }),
      Component: Site,
      HydrateFallback: Nothing,
      children: ['login', 'register', 'logout', 'contact'].map(form),
    },
  ]);
  render(<Stub />);
  await screen.findByText(/^(signed in|guest),/);

  return {
    fetch,
    send: (path: string) => {
      pendingResponse = deferred();
      fireEvent.click(screen.getByRole('button', { name: path }));
    },
    respond: (withCookie: boolean) => act(async () => pendingResponse.complete(withCookie)),
  };
}

describe('the session of a page', () => {
  test.each([
    [true, 'signed in, not known, loading'],
    [false, 'guest, not known, loading'],
  ])('AUTH-011 is assumed from the cookie (%s) until it is loaded', async (hasCookie, expected) => {
    await open(hasCookie, () => deferred<Response>().promise);

    expect(screen.getByText(expected)).toBeDefined();
  });

  test('AUTH-009 is loaded with one small request', async () => {
    const { fetch } = await open(true, async () => Response.json(sessionOf('Ada')));

    expect(await screen.findByText('signed in, Ada')).toBeDefined();
    expect(fetch.mock.calls).toMatchObject([['/api/session', {}]]);
  });

  test('ENT-003 is that of a guest when the session of the cookie has expired and has no user', async () => {
    await open(true, async () => Response.json(GUEST_SESSION));

    expect(await screen.findByText('guest, anonymous')).toBeDefined();
  });

  test('ERR-011 only logs a session request that fails', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await open(true, async () => Response.error());

    await act(() => vi.advanceTimersByTimeAsync(4_000));

    expect(screen.getByText('signed in, not known')).toBeDefined();
    expect(logged).toHaveBeenCalledOnce();
  });
});

describe('a form submission', () => {
  test.each(['/login', '/register'])(
    'AUTH-011 to %s shows the session as loading until the response arrives',
    async (path) => {
      const session = vi.fn(async () => Response.json(GUEST_SESSION));
      const { send, respond } = await open(false, session);
      expect(await screen.findByText('guest, anonymous')).toBeDefined();

      send(path);
      expect(await screen.findByText('guest, anonymous, loading')).toBeDefined();
      session.mockImplementation(async () => Response.json(sessionOf('Ada')));
      await respond(true);

      expect(await screen.findByText('signed in, Ada')).toBeDefined();
    },
  );

  test('that logs one customer out and another in never shows the first one again', async () => {
    let sessionResponse = deferred<Response>();
    const session = vi.fn(async () => Response.json(sessionOf('Ada')));
    const { send, respond } = await open(true, session);
    expect(await screen.findByText('signed in, Ada')).toBeDefined();

    session.mockImplementation(() => sessionResponse.promise);
    send('/logout');
    await respond(false);
    expect(await screen.findByText('guest, not known')).toBeDefined();
    sessionResponse.complete(Response.json(GUEST_SESSION));
    expect(await screen.findByText('guest, anonymous')).toBeDefined();

    sessionResponse = deferred();
    send('/login');
    await respond(true);
    expect(await screen.findByText('signed in, not known')).toBeDefined();
    sessionResponse.complete(Response.json(sessionOf('Bela')));
    expect(await screen.findByText('signed in, Bela')).toBeDefined();
  });

  test('that logs in with the cookie of an expired session loads the new session', async () => {
    const session = vi.fn(async () => Response.json(GUEST_SESSION));
    const { send, respond } = await open(true, session);
    expect(await screen.findByText('guest, anonymous')).toBeDefined();

    session.mockImplementation(async () => Response.json(sessionOf('Ada')));
    send('/login');
    await respond(true);

    expect(await screen.findByText('signed in, Ada')).toBeDefined();
  });

  test('to any other page reloads the counts', async () => {
    const { fetch, send, respond } = await open(false, async () => Response.json(GUEST_SESSION));
    expect(await screen.findByText('guest, anonymous')).toBeDefined();

    send('/contact');
    await respond(false);

    await vi.waitFor(() => expect(fetch).toHaveBeenCalledTimes(2));
    expect(screen.getByText('guest, anonymous')).toBeDefined();
  });
});
