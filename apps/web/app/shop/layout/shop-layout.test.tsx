// @vitest-environment jsdom
import { pageErrorMessages } from '@shop/contracts/layout/messages';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createRoutesStub, data, Link, Outlet, useRouteError } from 'react-router';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { PageError } from './page-error.tsx';
import { Pending } from './pending.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const Nothing = () => null;
const There = () => <h1>There</h1>;
const Shop = () => (
  <>
    <Pending />
    <Link to="/account">Account</Link>
    <Link to="/products">Products</Link>
    <Outlet />
  </>
);
function Broken(): never {
  throw new Error('secret detail');
}
const Boundary = () => <PageError error={useRouteError()} />;

describe('the error page', () => {
  const BrokenPage = createRoutesStub([{ path: '/broken', Component: Broken, ErrorBoundary: Boundary }]);

  test('shows Unexpected Application Error! without details when a page throws', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    render(<BrokenPage initialEntries={['/broken']} />);

    expect(await screen.findByRole('heading', { name: 'Unexpected Application Error!' })).toBeDefined();
    expect(screen.queryByText(/secret detail/)).toBeNull();
  });

  test('says that the browser is offline', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    render(<BrokenPage initialEntries={['/broken']} />);

    expect(await screen.findByRole('heading', { name: pageErrorMessages.offlineTitle })).toBeDefined();
  });

  test('links to the same URL to try again', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    render(<BrokenPage initialEntries={['/broken?page=2']} />);

    const link = await screen.findByRole('link', { name: 'Try again' });
    expect(link.getAttribute('href')).toBe('/broken?page=2');
  });

  test.each([
    [404, pageErrorMessages.notFoundTitle],
    [503, pageErrorMessages.unavailableTitle],
  ])('for status %i has the title %s', async (status, title) => {
    const throwStatus = () => {
      throw data(null, { status });
    };
    const Page = createRoutesStub([
      { path: '/', loader: throwStatus, Component: Nothing, ErrorBoundary: Boundary, HydrateFallback: Nothing },
    ]);
    render(<Page />);

    expect(await screen.findByRole('heading', { name: title })).toBeDefined();
  });
});

describe('during a navigation', () => {
  /** A site whose other pages load only after `arrive` is called. */
  function openShop() {
    let arrive = () => {};
    const arrival = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const there = (path: string) => ({ path, loader: () => arrival, Component: There });
    const Site = createRoutesStub([{ path: '/', Component: Shop, children: [there('account'), there('products')] }]);
    render(<Site />);
    return { arrive };
  }

  test('Loading... is shown while the session for a guarded page is checked', async () => {
    const { arrive } = openShop();
    expect(screen.queryByText('Loading...')).toBeNull();

    fireEvent.click(screen.getByRole('link', { name: 'Account' }));
    expect(await screen.findByText('Loading...')).toBeDefined();

    arrive();
    expect(await screen.findByRole('heading', { name: 'There' })).toBeDefined();
    expect(screen.queryByText('Loading...')).toBeNull();
  });

  test('Loading... is not shown for a public page', async () => {
    const { arrive } = openShop();

    fireEvent.click(screen.getByRole('link', { name: 'Products' }));
    expect(screen.queryByText('Loading...')).toBeNull();

    arrive();
    expect(await screen.findByRole('heading', { name: 'There' })).toBeDefined();
  });
});
