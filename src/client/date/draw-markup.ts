const PIECE = /<(\/?)(div|i)\b([^>]*)>|([^<]+)/g;
const ATTRIBUTE = /(class|data-[\w-]+)=["']([^"']*)["']/g;

/**
 * Trusted Types lets no text become markup, and what air-datepicker writes is little: `div`, `i`, classes and data. The
 * build renames its `innerHTML` to this setter, which reads the text and makes elements; nothing else comes of it.
 */
Object.defineProperty(Element.prototype, 'drawnMarkup', {
  set(this: Element, markup: string | number) {
    draw(this, String(markup));
  },
});

function draw(place: Element, markup: string): void {
  place.replaceChildren();
  let at = place;
  for (const [, end, tag, attributes = '', words] of markup.matchAll(PIECE)) {
    if (words) at.append(words);
    else if (end) at = at.parentElement ?? place;
    else if (tag) {
      const child = document.createElement(tag);
      for (const [, name = '', value = ''] of attributes.matchAll(ATTRIBUTE)) child.setAttribute(name, value);
      at.append(child);
      at = child;
    }
  }
}
