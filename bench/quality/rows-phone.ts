import { most, type Row } from './row.ts';

/** Figures on the phone. The processor is 6 × slower unless a row says otherwise. */
export const PHONE_ROWS: Row[] = [
  most('partner page: all before any touch, brotli', ['bytes', 'partner'], 'kB', [12, 10]),
  most('sign-in and sign-up, the heavier: the same', ['bytes', 'guests'], 'kB', [18, 14]),
  most('heaviest dashboard page, first visit: the same', ['bytes', 'first visit'], 'kB', [24, 18]),
  most('heaviest dashboard page, later: the same', ['bytes', 'later'], 'kB', [12, 9]),
  most('script run before any touch, gzip, the most', ['bytes', 'script'], 'kB', [5, 3]),
  most('script run on the partner page', ['bytes', 'partner, script'], 'kB', [0, 0]),
  most('fetched while idle, brotli, heaviest page', ['bytes', 'idle'], 'kB', [135, 95]),
  most('the same when data is saved or the line is slow', ['bytes', 'idle, saved or slow'], 'kB', [0, 0]),
  most('alive after the first touch, modules there, slowest page', ['alive', 'modules there'], 'ms', [250, 150]),
  {
    ...most(
      'alive after the first touch ÷ React alone, same tree',
      ['alive', 'first touch ÷ React alone'],
      '×',
      [1.6, 1.2],
    ),
    peer: { name: 'React alone', from: ['alive', 'React alone'], unit: 'ms' },
  },
  most('alive after the first touch, modules not there', ['alive', 'modules not there'], 'ms', [1500, 1200]),
  most('keys lost, worst round', ['phone', 'keys lost'], '', [0, 0]),
  {
    ...most('team page, 50 rows: first paint ÷ no framework', ['phone', 'first paint ÷ no framework'], '×', [1.2, 1]),
    peer: { name: 'no framework', from: ['phone', 'no framework, first paint'], unit: 'ms' },
  },
  {
    ...most(
      'ten pages: first paint ÷ no framework, slowest',
      ['ten-pages', 'first paint ÷ no framework'],
      '×',
      [1.2, 1],
    ),
    peer: { name: 'no framework', from: ['ten-pages', 'no framework, first paint'], unit: 'ms' },
  },
  most('blocking time to 5 s, ten pages, the most', ['ten-pages', 'blocked'], 'ms', [0, 0]),
  most('layout shift, ten pages, the most', ['ten-pages', 'shift'], '', [0, 0]),
  most('INP over a walk of every screen, slowest', ['inp', 'at 6 ×'], 'ms', [200, 100]),
  {
    figure: 'typed at first paint, filter reacts: ÷ SvelteKit, and in ms',
    must: { from: ['phone', 'key ÷ SvelteKit'], unit: '×', most: 1 },
    goal: { from: ['phone', 'key'], unit: 'ms', most: 100 },
    peer: { name: 'SvelteKit', from: ['phone', 'SvelteKit, key'], unit: 'ms' },
  },
  most('an action in place answers the press, slowest', ['in-place', 'heard, 6 × slower'], 'ms', [100, 50]),
  most('an action in place shows the result, slowest', ['in-place', 'shown, 6 × slower'], 'ms', [400, 200]),
  most('the same at full speed: answers the press', ['in-place', 'heard, 1 × slower'], 'ms', [100, 50]),
  most('the same at full speed: shows the result', ['in-place', 'shown, 1 × slower'], 'ms', [400, 200]),
  most('tap to next page, warm, beyond one round trip', ['next-page', 'beyond a round trip'], 'ms', [150, 100]),
  most('60 moves through the menu: frames with an empty page or content area', ['moves', 'blank frames'], '', [0, 0]),
  {
    ...most(
      'first tap, cold cache, 3G phone: result ÷ the plain link',
      ['first-tap', 'tap ÷ plain link'],
      '×',
      [1.1, 0.9],
    ),
    peer: { name: 'the plain link', from: ['first-tap', 'plain link'], unit: 'ms' },
  },
  most('INP over the same walk at 4 ×, theme included', ['inp', 'at 4 ×'], 'ms', [200, 120]),
  most('INP at 4 × of info card and plan sheet', ['inp', 'dialogs at 4 ×'], 'ms', [200, 120]),
  most('stylesheets of the whole product, gzip', ['bytes', 'stylesheets'], 'kB', [12, 9]),
];
