import type { Inline } from './arrival.ts';

/** A rule and the classes of each of its selectors. */
export type Rule = { text: string; needs: string[][] };

/** Rules that stand in a layer or a media query. */
export type Block = { open: string; rules: (Block | Rule)[] };

/** The stylesheet and the sprite, whole by their addresses and in pieces, and the page script. */
export type FirstLook = {
  /** Another one with each change of the sheet. */
  version: string;
  sheet: string;
  sprite: string;
  script: { address: string; text: string };
  rules: (Block | Rule)[];
  /** Symbols by name. */
  icons: Record<string, string>;
};

/**
 * The page as somebody gets it who has no stylesheet yet: with the rules, icons and script that it uses, so that it
 * stands after one answer; `inline` is what its policy has to let pass. The whole sheet follows with the first touch,
 * without scripts at once, but nothing waits for it. A page that does not link the sheet stays as it is.
 */
export function dressPage(html: string, look: FirstLook): { html: string; inline: Inline } {
  const { sheet, sprite, script, rules, icons } = look;
  if (!html.includes(linkTo(sheet))) return { html, inline: { styles: [], scripts: [] } };
  const shown = new Set([...html.matchAll(/<use href="[^"#]+#([\w-]+)"/g)].map(([, name]) => name ?? ''));
  const symbols = [...shown].map((name) => icons[name] ?? '').join('');
  const whole = html
    .replaceAll(`<use href="${sprite}#`, '<use href="#icon-')
    // Before what shows them, so that they are there at the first paint.
    .replace('<body>', () => `<body><svg class="sr" aria-hidden="true">${symbols}</svg>`);
  const style = rulesFor(rules, classesIn(whole));
  const whence = `data-sheet="${sheet}" data-sprite="${sprite}" data-script="${script.address}"`;
  const dressed = whole
    .replace(linkTo(sheet), () => `<style ${whence}>${style}</style><noscript>${linkTo(sheet, 'print')}</noscript>`)
    .replace(`<script type="module" src="${script.address}">`, () => `<script type="module">${script.text}`);
  return { html: dressed, inline: { styles: [style], scripts: [script.text] } };
}

/** As Astro writes it. For printing only, it is fetched when nothing else is left to do. */
function linkTo(sheet: string, media?: 'print'): string {
  return `<link rel="stylesheet" href="${sheet}"${media ? ` media="${media}"` : ''}>`;
}

function classesIn(html: string): Set<string> {
  const attributes = new Set([...html.matchAll(/\sclass="([^"]*)"/g)].map(([, names]) => names ?? ''));
  return new Set([...attributes].flatMap((names) => names.split(' ')));
}

function rulesFor(parts: (Block | Rule)[], classes: Set<string>): string {
  let text = '';
  for (const part of parts) {
    if ('text' in part) {
      if (part.needs.some((needed) => needed.every((name) => classes.has(name)))) text += part.text;
      continue;
    }
    const inside = rulesFor(part.rules, classes);
    if (inside) text += `${part.open}${inside}}`;
  }
  return text;
}
