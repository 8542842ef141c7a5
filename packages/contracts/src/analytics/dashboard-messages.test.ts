import { expect, test } from 'vitest';
import { activityText } from './dashboard-messages.ts';

test.each([
  ['import.upload', 'uploaded a product import'],
  ['import.start', 'started a product import'],
  ['import.stop', 'stopped a product import'],
  ['import.undo', 'undid a product import'],
  ['order.status', 'updated the status of order'],
  ['vase.break', 'vase break'],
])('the activity has a text for %s', (action, text) => {
  expect(activityText(action)).toBe(text);
});
