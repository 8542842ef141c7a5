// @vitest-environment jsdom
import { newsletterMessages } from '@shop/contracts/newsletter/messages';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createRoutesStub } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NewsletterForm, type SubscribeResult } from './newsletter-form.tsx';

let response: Promise<SubscribeResult>;

const Site = createRoutesStub([
  { path: '/', Component: () => <NewsletterForm /> },
  { path: '/newsletter', action: () => response },
]);

beforeEach(() => {
  vi.useFakeTimers();
  render(<Site />);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: newsletterMessages.email });
const message = () => screen.getByRole('status').textContent;
const after = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

async function subscribe(email: string, error: string | null) {
  response = Promise.resolve({ email, error });
  fireEvent.change(field(), { target: { value: email } });
  fireEvent.click(screen.getByRole('button', { name: newsletterMessages.subscribe }));
  await after(0);
}

test('HOME-010 the newsletter success message shows for 5 s', async () => {
  await subscribe('clara@example.com', null);

  expect(message()).toBe(newsletterMessages.success);
  await after(4_999);
  expect(message()).toBe(newsletterMessages.success);
  await after(1);
  expect(message()).toBe('');
});

test('HOME-011 the newsletter form resets after the success message', async () => {
  await subscribe('clara@example.com', null);

  await after(5_000);

  expect(field().value).toBe('');
});

test('a rejected email address shows an error and stays in the field', async () => {
  await subscribe('clara', newsletterMessages.invalidEmail);
  await after(6_000);

  expect(screen.getByRole('alert').textContent).toBe('Please enter a valid email address');
  expect(field().value).toBe('clara');
  expect(field().getAttribute('aria-invalid')).toBe('true');
});

test('the subscribe button is disabled while submitting and enabled again afterwards', async () => {
  let respond: (result: SubscribeResult) => void = () => {};
  response = new Promise((resolve) => {
    respond = resolve;
  });
  fireEvent.click(screen.getByRole('button', { name: newsletterMessages.subscribe }));
  await after(0);
  expect(screen.getByRole('button').getAttribute('aria-disabled')).toBe('true');

  respond({ email: '', error: null });
  await after(0);
  expect(screen.getByRole('button').getAttribute('aria-disabled')).toBeNull();
});
