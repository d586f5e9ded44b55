import type { TomOption } from 'tom-select/dist/esm/types/core.d.ts';
import sprite from '../icons.svg?url';

const SVG = 'http://www.w3.org/2000/svg';

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
export function drawPill({ text }: TomOption, remove: string, takeOut: (pill: HTMLElement) => void): HTMLElement {
  const pill = draw('div', '', text);
  const button = draw('button');
  button.type = 'button';
  button.ariaLabel = `${remove} ${text.trim()}`;
  button.append(drawCross());
  button.addEventListener('click', (event) => {
    event.stopPropagation();
    takeOut(pill);
  });
  pill.append(button);
  return pill;
}

function drawCross(): SVGElement {
  const icon = document.createElementNS(SVG, 'svg');
  const use = document.createElementNS(SVG, 'use');
  use.setAttribute('href', `${sprite}#close`);
  icon.setAttribute('class', 'i s');
  icon.ariaHidden = 'true';
  icon.append(use);
  return icon;
}

export function draw<Name extends 'div' | 'button' | 'p' | 'input'>(
  name: Name,
  className = '',
  text = '',
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.className = className;
  element.textContent = text.trim();
  return element;
}
