import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { useChanges } from '#islands/shared/use-changes.ts';

test('the server renders an island that follows changes, and asks nothing', () => {
  const refresh = vi.fn();
  const Island = () => {
    useChanges(['notices'], refresh);
    return createElement('p', null, 'rendered');
  };
  expect(renderToString(createElement(Island))).toBe('<p>rendered</p>');
  expect(refresh).not.toHaveBeenCalled();
});
