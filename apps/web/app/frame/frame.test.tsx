// @vitest-environment jsdom
import { pageErrorMessages } from '@shop/contracts/site';
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

describe('a page that could not be made', () => {
  const BrokenPage = createRoutesStub([{ path: '/broken', Component: Broken, ErrorBoundary: Boundary }]);

  test('ERR-025 says Unexpected Application Error! when the router fails, and no more', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    render(<BrokenPage initialEntries={['/broken']} />);

    expect(await screen.findByRole('heading', { name: 'Unexpected Application Error!' })).toBeDefined();
    expect(screen.queryByText(/secret detail/)).toBeNull();
  });

  test('ERR-014 offers to try the same address again', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    render(<BrokenPage initialEntries={['/broken?page=2']} />);

    const link = await screen.findByRole('link', { name: 'Try again' });
    expect(link.getAttribute('href')).toBe('/broken?page=2');
  });

  test.each([
    [404, pageErrorMessages.notFoundTitle],
    [503, pageErrorMessages.unavailableTitle],
  ])('with status %i reads %s', async (status, title) => {
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

describe('on the way to another page', () => {
  /** A shop whose other pages wait until they are let through. */
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

  test('RTE-007 Loading... shows while the session of a guarded page is asked for', async () => {
    const { arrive } = openShop();
    expect(screen.queryByText('Loading...')).toBeNull();

    fireEvent.click(screen.getByRole('link', { name: 'Account' }));
    expect(await screen.findByText('Loading...')).toBeDefined();

    arrive();
    expect(await screen.findByRole('heading', { name: 'There' })).toBeDefined();
    expect(screen.queryByText('Loading...')).toBeNull();
  });

  test('a public page needs no such words', async () => {
    const { arrive } = openShop();

    fireEvent.click(screen.getByRole('link', { name: 'Products' }));
    expect(screen.queryByText('Loading...')).toBeNull();

    arrive();
    expect(await screen.findByRole('heading', { name: 'There' })).toBeDefined();
  });
});
