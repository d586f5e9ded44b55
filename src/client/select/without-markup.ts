/**
 * Tom Select makes its elements by handing a tag to a template's `innerHTML`, which the page's Trusted Types forbid.
 * While it is being made, templates take the tag apart themselves: no string becomes markup, and no policy is needed.
 */
export function withoutMarkup<Made>(make: () => Made): Made {
  const createElement = document.createElement.bind(document);
  document.createElement = ((name: string) =>
    name === 'template' ? new TagTemplate() : createElement(name)) as typeof document.createElement;
  try {
    return make();
  } finally {
    Reflect.deleteProperty(document, 'createElement');
  }
}

/** Emptying an element by `innerHTML` is forbidden as well. */
export function emptyWithoutMarkup(element: HTMLElement): void {
  Object.defineProperty(element, 'innerHTML', {
    set() {
      element.replaceChildren();
    },
  });
}

class TagTemplate {
  content = document.createDocumentFragment();

  set innerHTML(tag: string) {
    const [, name = 'div', attributes = ''] = /^<(\w+)(.*)/.exec(tag) ?? [];
    const element = document.createElement(name);
    for (const [, attribute = '', value = ''] of attributes.matchAll(/([\w-]+)="(.*?)"/g))
      element.setAttribute(attribute, value);
    this.content.replaceChildren(element);
  }
}
