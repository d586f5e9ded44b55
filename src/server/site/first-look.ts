/** A rule and the classes of each of its selectors. */
export type Rule = { text: string; needs: string[][] };

/** Rules that stand in a layer or a media query. */
export type Block = { open: string; rules: (Block | Rule)[] };

/** The stylesheet and the sprite, whole by their addresses and in pieces. */
export type FirstLook = {
  /** Another one with each change of the sheet. */
  version: string;
  sheet: string;
  sprite: string;
  rules: (Block | Rule)[];
  /** Symbols by name. */
  icons: Record<string, string>;
};

/**
 * The page as somebody gets it who has no stylesheet yet: with the rules and icons that it shows, so that it stands
 * after one answer. The whole sheet follows with the first touch, without scripts at once, but nothing waits for it. A
 * page that does not link the sheet stays as it is.
 */
export function dressPage(html: string, { sheet, sprite, rules, icons }: FirstLook): { html: string; style?: string } {
  if (!html.includes(linkTo(sheet))) return { html };
  const shown = new Set([...html.matchAll(/<use href="[^"#]+#([\w-]+)"/g)].map(([, name]) => name ?? ''));
  const symbols = [...shown].map((name) => icons[name] ?? '').join('');
  const whole = html
    .replaceAll(`<use href="${sprite}#`, '<use href="#icon-')
    // Before what shows them, so that they are there at the first paint.
    .replace('<body>', () => `<body><svg class="sr" aria-hidden="true">${symbols}</svg>`);
  const style = rulesFor(rules, classesIn(whole));
  const dressed = whole.replace(
    linkTo(sheet),
    () =>
      `<style data-sheet="${sheet}" data-sprite="${sprite}">${style}</style><noscript>${linkTo(sheet, 'print')}</noscript>`,
  );
  return { html: dressed, style };
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
