import type { TomOption } from 'tom-select/dist/esm/types/core.d.ts';

export const drawOption = ({ text }: TomOption) => draw('div', '', text);

export function drawGroup({ group, options }: TomOption): HTMLElement {
  const element = draw('div');
  element.role = 'group';
  element.ariaLabel = group.label;
  element.append(options);
  return element;
}

export function drawGroupName({ label }: TomOption): HTMLElement {
  const element = draw('div', 'group', label);
  element.role = 'presentation';
  return element;
}

/** One of several that are chosen, with a button that takes it out. */
export function drawPill(
  { text }: TomOption,
  select: HTMLSelectElement,
  remove: (pill: HTMLElement) => void,
): HTMLElement {
  const pill = draw('div', '', text);
  const button = draw('button');
  button.type = 'button';
  button.ariaLabel = `${select.dataset['remove']} ${text.trim()}`;
  button.append(cross(select));
  button.addEventListener('click', (event) => {
    event.stopPropagation();
    remove(pill);
  });
  pill.append(button);
  return pill;
}

/** The icon of the same sheet that the select's own one is of. */
function cross(select: HTMLSelectElement): SVGElement {
  const icon = select.parentElement!.querySelector<SVGElement>(':scope > .i')!.cloneNode(true) as SVGElement;
  const use = icon.querySelector('use')!;
  use.setAttribute('href', use.getAttribute('href')!.replace(/#.*/, '#close'));
  icon.classList.add('s');
  return icon;
}

export function draw<Name extends 'div' | 'button' | 'p'>(
  name: Name,
  className = '',
  text = '',
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.className = className;
  element.textContent = text.trim();
  return element;
}
