import { expect, test } from 'vitest';
import { moveView, squareOf, WHOLE } from '#islands/settings/crop.ts';
import { seededRandom } from '#server/operator/seed/seeded-random.ts';

const wide = { width: 1200, height: 600 };

test('at first the middle is shown, as much of it as fits', () => {
  expect(squareOf(wide, WHOLE)).toEqual({ left: 300, top: 0, side: 600 });
  expect(squareOf({ width: 600, height: 1200 }, WHOLE)).toEqual({ left: 0, top: 300, side: 600 });
});

test('coming closer keeps what is in the middle there', () => {
  expect(squareOf(wide, { ...WHOLE, zoom: 2 })).toEqual({ left: 450, top: 150, side: 300 });
});

test('it moves by shares of what is shown, and stops at the edges', () => {
  const right = moveView(wide, WHOLE, 0.25, 0);
  expect(squareOf(wide, right)).toEqual({ left: 450, top: 0, side: 600 });
  expect(squareOf(wide, moveView(wide, right, 9, 9))).toEqual({ left: 600, top: 0, side: 600 });
  expect(squareOf(wide, moveView(wide, right, -9, -9))).toEqual({ left: 0, top: 0, side: 600 });
});

test('who has pushed past the edge comes back at once', () => {
  const pushed = moveView(wide, moveView(wide, WHOLE, 9, 0), -0.5, 0);
  expect(squareOf(wide, pushed).left).toBe(300);
});

test('however it is moved and zoomed, nothing beside the picture is ever shown', () => {
  const random = seededRandom(26);
  let view = WHOLE;
  for (let step = 0; step < 1000; step += 1) {
    view = { ...moveView(wide, view, random() * 2 - 1, random() * 2 - 1), zoom: 1 + random() * 3 };
    const { left, top, side } = squareOf(wide, view);
    expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
    expect(left + side).toBeLessThanOrEqual(wide.width + 1e-9);
    expect(top + side).toBeLessThanOrEqual(wide.height + 1e-9);
  }
});
