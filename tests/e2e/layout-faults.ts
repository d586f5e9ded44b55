import type { Page } from 'playwright';

/**
 * Finds sideways scrolling, cut words, words outside their box, fields that a phone zooms into, and broken words on
 * buttons (unless the reader has own letters). Runs in the browser, so it uses no outer names.
 */
export function layoutFaults(hasOwnLetters: boolean): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const sideways = scrollWidth > clientWidth ? [`the page is ${scrollWidth - clientWidth} px too wide`] : [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const faults = new Set(sideways);
  while (texts.nextNode()) {
    const words = texts.currentNode.textContent?.trim();
    const element = texts.currentNode.parentElement;
    if (!words || !element || !isSeen(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    for (const line of range.getClientRects()) {
      const fault = faultOf(line, element);
      if (fault) faults.add(`“${words.slice(0, 40)}” ${fault}`);
    }
    if (hasOwnLetters || !element.closest('button, .btn')) continue;
    for (const word of brokenWords(texts.currentNode)) faults.add(`“${word}” is broken on a button`);
  }
  for (const field of document.querySelectorAll<HTMLElement>('input, select, textarea')) {
    const fault = isSeen(field) ? fieldFault(field) : undefined;
    if (fault) faults.add(`#${field.id || field.getAttribute('name')} ${fault}`);
  }
  return [...faults];

  /** iPhones zoom into a field with smaller letters and don't zoom out again. */
  function fieldFault(field: HTMLElement): string | undefined {
    const isTyped = !field.matches('[type=checkbox], [type=radio], [type=file], [type=hidden]');
    const isOfPhones = matchMedia('(pointer: coarse), (max-width: 48rem)').matches;
    const letters = Number.parseFloat(getComputedStyle(field).fontSize);
    return isTyped && isOfPhones && letters < 16 ? `has letters of ${letters} px` : undefined;
  }

  function brokenWords(text: Node): string[] {
    const broken: string[] = [];
    for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[\p{L}\p{M}]+/gu)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
      if (lines.some(({ top }) => top > (lines[0]?.bottom ?? top) - 1)) broken.push(word);
    }
    return broken;
  }

  function isSeen(element: Element): boolean {
    const isHere = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const isForEyes = element.clientWidth !== 1 && getComputedStyle(element).fontSize !== '0px';
    return isHere && isForEyes && !element.closest('.hidden-text, .months thead, .skip');
  }

  function faultOf(line: DOMRect, element: Element): string | undefined {
    // An excerpt may be cut; the full text has its own page.
    if (line.width === 0 || element.closest('.excerpt')) return undefined;
    // Tabs, the console's menu and its tables may scroll sideways.
    const isMoved = element.closest('.tabs, .console-menu, .scroll, .command') !== null;
    if (!isMoved && (line.right > innerWidth + 1 || line.left < -1)) return 'leaves the page';
    /** Scrolling or floating content may be longer than its box. */
    let isFree = false;
    for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box);
      const frame = box.getBoundingClientRect();
      const isWithin = isMoved || (line.left >= frame.left - 1 && line.right <= frame.right + 1);
      const name = `${box.tagName.toLowerCase()}.${box.className}`;
      if (!isWithin && (isDrawn(style) || style.overflowX !== 'visible')) return `leaves ${name}`;
      const isLower = line.bottom > frame.bottom + 1 || line.top < frame.top - 1;
      const isClipped = style.overflowY === 'hidden' || style.overflowY === 'clip';
      isFree ||= style.overflowY === 'auto' || style.position === 'absolute';
      if (isLower && !isFree && (isClipped || isDrawn(style))) return `is higher than ${name}`;
      // An open popover or dialog is above the page and belongs to no box.
      if (box.matches(':popover-open, :modal')) return undefined;
    }
    return undefined;
  }

  function isDrawn({ backgroundColor, borderInlineEndWidth, borderBlockEndWidth }: CSSStyleDeclaration): boolean {
    const isFilled = backgroundColor !== 'rgba(0, 0, 0, 0)';
    return isFilled || (borderInlineEndWidth !== '0px' && borderBlockEndWidth !== '0px');
  }
}

/** Styles that a reader may set: larger letters, or more space between letters, words and lines (WCAG 1.4.12). */
const READERS_STYLES = {
  bigLetters: 'html { font-size: 200% }',
  spacing: `
    * { line-height: 1.5; letter-spacing: 0.12em; word-spacing: 0.16em }
    p { margin-block-end: 2em }`,
} as const;

/** Applies a reader's own style over all layers of the page. Runs in the browser. */
function wearStyle(style: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets = [sheet];
}

/** Share of the main column that a page's cards take in a wide window. */
const USED_PERCENT = 75;

/**
 * Cards that cover each other, and a members' page that leaves much of a wide window empty; a page with one short form
 * may. Runs in the browser.
 */
function gridFaults(usedPercent: number): string[] {
  const main = document.querySelector('.app > .main');
  if (!main || main.querySelector('.card:is(.form, .sheet)')) return [];
  const boxes = [...main.querySelectorAll('.card, .empty')]
    .filter((card) => card.checkVisibility() && !card.closest('dialog, [popover]'))
    .map((card) => ({ card, frame: card.getBoundingClientRect() }));
  const covered = boxes.filter(({ card, frame }) =>
    boxes.some(
      (other) =>
        !card.contains(other.card) &&
        !other.card.contains(card) &&
        other.frame.left < frame.right - 1 &&
        other.frame.right > frame.left + 1 &&
        other.frame.top < frame.bottom - 1 &&
        other.frame.bottom > frame.top + 1,
    ),
  );
  const used = Math.max(...boxes.map(({ frame }) => frame.right)) - Math.min(...boxes.map(({ frame }) => frame.left));
  const share = Math.round((used / main.clientWidth) * 100);
  return [
    ...covered.map(({ card }) => `.${card.className} covers another card`),
    ...(share < usedPercent ? [`only ${share} % of the width is used`] : []),
  ];
}

export type Reading = { width: number; style?: keyof typeof READERS_STYLES };

/** Most faults appear here: in the narrowest window, and with large letters in a wide one. */
export const NARROW: Reading[] = [{ width: 320 }];
export const WIDE: Reading[] = [{ width: 1920 }];
export const USUAL: Reading[] = [...NARROW, { width: 360, style: 'spacing' }, { width: 1280, style: 'bigLetters' }];

/** Otherwise rows outside the viewport have an estimated height. */
const OUT_OF_SIGHT_TOO = '* { content-visibility: visible }';

/** Layout faults of a page in each of these readings. */
export async function faultsIn(page: Page, name: string, readings: readonly Reading[]): Promise<string[]> {
  const found: string[] = [];
  for (const { width, style } of readings) {
    await page.setViewportSize({ width, height: 800 });
    await page.evaluate(wearStyle, OUT_OF_SIGHT_TOO + (style ? READERS_STYLES[style] : ''));
    const faults = await page.evaluate(layoutFaults, style !== undefined);
    if (width >= 1440) faults.push(...(await page.evaluate(gridFaults, USED_PERCENT)));
    found.push(...faults.map((fault) => `${name}, ${width} px${style ? ` with ${style}` : ''}: ${fault}`));
  }
  return found;
}

/** A4 in portrait and landscape, in CSS pixels. */
const SHEETS = [
  { width: 794, height: 1123 },
  { width: 1123, height: 794 },
];
const FRAME = '.header, .nav, .skip, .tabs, .chips, .toaster, .btn, button, [popover]';

/** Parts of the frame and controls that would be printed. */
export async function printedControls(page: Page, name: string): Promise<string[]> {
  const found: string[] = [];
  await page.emulateMedia({ media: 'print' });
  for (const sheet of SHEETS) {
    await page.setViewportSize(sheet);
    const parts = await page
      .locator(FRAME)
      .filter({ visible: true })
      .evaluateAll((all) => all.map((one) => one.className));
    found.push(...parts.map((part) => `${name}, ${sheet.width} px: .${part} is printed`));
  }
  await page.emulateMedia({ media: null });
  return found;
}
