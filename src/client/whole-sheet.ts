import { addLink } from './add-link.ts';
import { bringSheet } from './bring-sheet.ts';

/**
 * A first visit's page carries only the rules and icons that it shows. Brings the others, before anything else is drawn
 * and for the pages that follow. Without a line the page stays as it is.
 */
export async function bringWholeSheet(): Promise<void> {
  const style = document.querySelector<HTMLStyleElement>('style[data-sheet]');
  const { sheet, sprite, script } = style?.dataset ?? {};
  if (!style || !sheet || !sprite || !script) return;
  for (const file of [sprite, script]) addLink('prefetch', file);
  await bringSheet(sheet).then(
    () => delete style.dataset.sheet,
    () => {},
  );
}
