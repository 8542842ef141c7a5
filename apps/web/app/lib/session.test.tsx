// @vitest-environment jsdom
import type { Session } from '@shop/contracts/identity';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createRoutesStub, Form, Outlet, redirect, useLoaderData } from 'react-router';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { SessionProvider, useSession } from './session.tsx';

const GUEST_SESSION: Session = { user: null, cartCount: 2, wishlistCount: 0, wishlist: [], unreadCount: 0 };
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
  return { promise, settle: complete };
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

/** A site whose forms are answered when the test says so, by setting or clearing the cookie. */
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
    respond: (withCookie: boolean) => act(async () => pendingResponse.settle(withCookie)),
  };
}

describe('the visitor of a page', () => {
  test.each([
    [true, 'signed in, not known, loading'],
    [false, 'guest, not known, loading'],
  ])('AUTH-011 is taken by the cookie at first (%s), while who it is gets asked', async (hasCookie, expected) => {
    await open(hasCookie, () => deferred<Response>().promise);

    expect(screen.getByText(expected)).toBeDefined();
  });

  test('AUTH-009 is known after one small request', async () => {
    const { fetch } = await open(true, async () => Response.json(sessionOf('Ada')));

    expect(await screen.findByText('signed in, Ada')).toBeDefined();
    expect(fetch.mock.calls).toMatchObject([['/api/session', {}]]);
  });

  test('turns out to be a guest when the session has ended', async () => {
    await open(true, async () => Response.json(GUEST_SESSION));

    expect(await screen.findByText('guest, anonymous')).toBeDefined();
  });

  test('ERR-011 who cannot be asked about is only logged', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await open(true, async () => Response.error());

    await act(() => vi.advanceTimersByTimeAsync(4_000));

    expect(screen.getByText('signed in, not known')).toBeDefined();
    expect(logged).toHaveBeenCalledOnce();
  });
});

describe('a form that is sent', () => {
  test.each(['/login', '/register'])(
    'AUTH-011 to %s leaves open who the visitor is until it is answered',
    async (path) => {
      const session = vi.fn(async () => Response.json(GUEST_SESSION));
      const { send, respond: answer } = await open(false, session);
      expect(await screen.findByText('guest, anonymous')).toBeDefined();

      send(path);
      expect(await screen.findByText('guest, anonymous, loading')).toBeDefined();
      session.mockImplementation(async () => Response.json(sessionOf('Ada')));
      await answer(true);

      expect(await screen.findByText('signed in, Ada')).toBeDefined();
    },
  );

  test('signs one out and another in, and the first is not seen again', async () => {
    let sessionResponse = deferred<Response>();
    const session = vi.fn(async () => Response.json(sessionOf('Ada')));
    const { send, respond: answer } = await open(true, session);
    expect(await screen.findByText('signed in, Ada')).toBeDefined();

    session.mockImplementation(() => sessionResponse.promise);
    send('/logout');
    await answer(false);
    expect(await screen.findByText('guest, not known')).toBeDefined();
    sessionResponse.settle(Response.json(GUEST_SESSION));
    expect(await screen.findByText('guest, anonymous')).toBeDefined();

    sessionResponse = deferred();
    send('/login');
    await answer(true);
    expect(await screen.findByText('signed in, not known')).toBeDefined();
    sessionResponse.settle(Response.json(sessionOf('Bela')));
    expect(await screen.findByText('signed in, Bela')).toBeDefined();
  });

  test('with the cookie of an ended session in the browser, makes the new one known', async () => {
    const session = vi.fn(async () => Response.json(GUEST_SESSION));
    const { send, respond: answer } = await open(true, session);
    expect(await screen.findByText('guest, anonymous')).toBeDefined();

    session.mockImplementation(async () => Response.json(sessionOf('Ada')));
    send('/login');
    await answer(true);

    expect(await screen.findByText('signed in, Ada')).toBeDefined();
  });

  test('anywhere else has its counts asked anew', async () => {
    const { fetch, send, respond: answer } = await open(false, async () => Response.json(GUEST_SESSION));
    expect(await screen.findByText('guest, anonymous')).toBeDefined();

    send('/contact');
    await answer(false);

    await vi.waitFor(() => expect(fetch).toHaveBeenCalledTimes(2));
    expect(screen.getByText('guest, anonymous')).toBeDefined();
  });
});
