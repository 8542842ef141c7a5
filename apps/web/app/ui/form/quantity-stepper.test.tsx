// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { QuantityStepper } from './quantity-stepper.tsx';

afterEach(cleanup);

const field = () => screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Quantity' });
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('VAL-022 VAL-023 the stepper buttons keep the quantity between 1 and the maximum', () => {
  render(<QuantityStepper name="quantity" defaultValue={1} max={2} />);

  click('Decrease quantity');
  expect(field().value).toBe('1');
  click('Increase quantity');
  click('Increase quantity');
  expect(field().value).toBe('2');
});

test.each([
  ['VAL-022', '0', '1'],
  ['VAL-022', '-3', '1'],
  ['VAL-023', '99', '5'],
  ['VAL-024', '', '1'],
  ['VAL-024', '2.7', '2'],
])('%s clamps a typed quantity on blur: %j becomes %s', (_, typed, clamped) => {
  render(<QuantityStepper name="quantity" defaultValue={3} max={5} />);

  fireEvent.change(field(), { target: { value: typed } });
  fireEvent.blur(field());

  expect(field().value).toBe(clamped);
});

test('VAL-023 a lower maximum lowers the quantity', () => {
  const { rerender } = render(<QuantityStepper name="quantity" defaultValue={4} max={5} />);

  rerender(<QuantityStepper name="quantity" defaultValue={4} max={2} />);

  expect(field().value).toBe('2');
});

test('the form gets a change event for every step and for a clamped quantity', () => {
  const onChange = vi.fn();
  render(
    <form onChange={() => onChange(field().value)}>
      <QuantityStepper name="quantity" defaultValue={3} max={5} />
    </form>,
  );

  click('Increase quantity');
  fireEvent.change(field(), { target: { value: '' } });
  fireEvent.blur(field());
  fireEvent.blur(field());

  expect(onChange.mock.calls).toEqual([['4'], [''], ['1']]);
});
