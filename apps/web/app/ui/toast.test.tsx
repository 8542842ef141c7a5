// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Toasts, toast } from './toast.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  render(<Toasts />);
});
afterEach(() => {
  for (const button of screen.queryAllByRole('button')) fireEvent.click(button);
  cleanup();
  vi.useRealTimers();
});

const show = (kind: 'success' | 'error') => act(() => toast(kind, 'Added to your cart.'));
const wait = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));
const isShown = () => screen.queryByText('Added to your cart.') !== null;

test('a toast disappears after 5 seconds', () => {
  show('success');
  wait(4_999);
  expect(isShown()).toBe(true);
  wait(1);
  expect(isShown()).toBe(false);
});

test('an error stays until it is dismissed', () => {
  show('error');
  wait(60_000);
  expect(isShown()).toBe(true);
  fireEvent.click(screen.getByRole('button'));
  expect(isShown()).toBe(false);
});

test('a toast that appears under a resting pointer does not stay', () => {
  show('success');
  fireEvent.mouseEnter(screen.getByRole('listitem'));
  fireEvent.mouseOver(screen.getByRole('listitem'));
  wait(5_000);
  expect(isShown()).toBe(false);
});

test.each([
  ['the pointer moves onto it', fireEvent.mouseMove, fireEvent.mouseLeave],
  ['it has the focus', fireEvent.focus, fireEvent.blur],
])('a toast stays while %s', (_case, begin, end) => {
  show('success');
  begin(screen.getByRole('listitem'));
  wait(60_000);
  expect(isShown()).toBe(true);
  end(screen.getByRole('listitem'));
  wait(5_000);
  expect(isShown()).toBe(false);
});
