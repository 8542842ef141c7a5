// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ConfirmationEmailText } from './confirmation-email.tsx';

afterEach(cleanup);

test.each([
  [{ to: 'ada@example.com', sent: false }, 'We’re sending your order confirmation to ada@example.com.'],
  [{ to: 'ada@example.com', sent: true }, 'We’ve sent your order confirmation to ada@example.com.'],
  [null, ''],
])('mentions the order confirmation email only if there is one: %j', (email, text) => {
  const { container } = render(<ConfirmationEmailText email={email} />);

  expect(container.textContent).toBe(text);
});
