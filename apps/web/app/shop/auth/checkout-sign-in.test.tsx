// @vitest-environment jsdom
import { identityMessages, loginMessages } from '@shop/contracts/identity/auth-messages';
import { guestCheckoutMessages as texts } from '@shop/contracts/identity/guest-messages';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { createRoutesStub } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { CheckoutSignIn } from './checkout-sign-in.tsx';

afterEach(cleanup);

type Props = Partial<Parameters<typeof CheckoutSignIn>[0]>;
let shown: Props = {};
const Doors = () => <CheckoutSignIn cart={null} redirect="checkout" {...shown} />;

function show(props: Props = {}) {
  const sent = vi.fn();
  const action = async ({ request }: { request: Request }) => {
    sent(Object.fromEntries(await request.formData()));
    return null;
  };
  shown = props;
  const Page = createRoutesStub([{ path: '/login', Component: Doors, action }]);
  render(<Page initialEntries={['/login?redirect=checkout']} />);
  return sent;
}
const door = (name: string) => within(screen.getByRole('form', { name }));

test('the guest comes first, then login, then registration, which keeps the redirect', () => {
  show();

  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(headings).toEqual([texts.guest, loginMessages.title, texts.register]);
  const register = screen.getByRole('link', { name: texts.toRegister });
  expect(register.getAttribute('href')).toBe('/register?redirect=checkout');
});

test('continuing as a guest sends the email address and the door', async () => {
  const sent = show();

  fireEvent.input(door(texts.guest).getByLabelText(/^Email/), { target: { value: 'ada@example.com' } });
  fireEvent.click(screen.getByRole('button', { name: texts.submit }));

  await vi.waitFor(() => expect(sent).toHaveBeenCalledWith({ door: 'guest', email: 'ada@example.com' }));
});

test('an invalid email address is rejected at its own door only', async () => {
  const sent = show();

  fireEvent.input(door(texts.guest).getByLabelText(/^Email/), { target: { value: 'ada' } });
  fireEvent.click(screen.getByRole('button', { name: texts.submit }));

  expect((await door(texts.guest).findByRole('alert')).textContent).toBe(identityMessages.emailInvalid);
  expect(door(loginMessages.title).queryByRole('alert')).toBeNull();
  expect(sent).not.toHaveBeenCalled();
});

test('a rejected login is shown at the login, and the address of an earlier guest is filled in', () => {
  const result = { status: 'error' as const, error: { '': [loginMessages.invalidCredentials] } };
  show({ email: 'una@example.com', door: 'login', result });

  expect(door(loginMessages.title).getByText(loginMessages.invalidCredentials)).toBeTruthy();
  expect(door(texts.guest).queryByText(loginMessages.invalidCredentials)).toBeNull();
  expect(
    door(texts.guest)
      .getByLabelText(/^Email/)
      .getAttribute('value'),
  ).toBe('una@example.com');
});
