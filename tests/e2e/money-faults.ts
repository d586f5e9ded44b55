import type { Page } from 'playwright';

/**
 * Amounts that are written in another way than those beside them: with other decimals in a column or list of facts, or
 * as the server counts (`1200.00`) where Russian readers have a comma and groups.
 */
export function moneyFaultsIn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const main = document.querySelector('main')!;
    const isRussian = document.documentElement.lang === 'ru';
    const decimalsOf = (text: string) =>
      /^[+−]?[\d\u202F]+[.,](\d{2,6})(?:\s(?:USDT))?$/.exec(text.trim())?.[1]?.length;
    const mixed = (name: string, cells: readonly Element[]) => {
      const texts = cells.map(({ textContent }) => textContent ?? '').filter((text) => decimalsOf(text) !== undefined);
      return new Set(texts.map(decimalsOf)).size > 1 ? [`${name}: ${texts.join(' | ')}`] : [];
    };
    const faults: string[] = [];
    for (const table of main.querySelectorAll('table')) {
      const rows = [...table.querySelectorAll('tbody tr')].map((row) => [...row.children]);
      for (const [index] of rows[0]?.entries() ?? []) {
        const column = rows.flatMap((row) => row[index] ?? []);
        faults.push(...mixed(`column ${index}`, column));
      }
    }
    for (const list of main.querySelectorAll('dl.facts'))
      faults.push(...mixed('facts', [...list.querySelectorAll('dd')]));
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      if (node.parentElement?.closest('code, pre, textarea, script, style, noscript, .mono, .message, .excerpt'))
        continue;
      const text = node.textContent ?? '';
      const isRaw = isRussian && /(?<![\d.])\d+\.\d{2,6}(?![\d.])/.test(text);
      if (isRaw || /\d{4,}[.,]\d{2}(?!\d)/.test(text) || /\d USDT/.test(text)) faults.push(text);
    }
    return faults;
  });
}
