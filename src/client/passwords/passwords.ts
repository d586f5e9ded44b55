import { brokenPasswordRules } from '#domain/password.ts';

/** Show and hide a password, and tick the rules of a new one as they are met. */
export function watchPasswords(): void {
  for (const button of document.querySelectorAll<HTMLElement>(REVEAL)) button.hidden = false;
  for (const input of document.querySelectorAll('input')) tick(input);
  document.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest(REVEAL);
    if (button) reveal(button, button.getAttribute('aria-pressed') !== 'true');
  });
  // Browsers offer to keep only what is typed into a password field.
  document.addEventListener('submit', () => {
    for (const button of document.querySelectorAll(REVEAL)) reveal(button, false);
  });
  document.addEventListener('input', ({ target }) => tick(target as HTMLInputElement));
}

const REVEAL = '[data-reveal]';

function reveal(button: Element, isShown: boolean): void {
  button.setAttribute('aria-pressed', String(isShown));
  button.parentElement?.querySelector('input')?.setAttribute('type', isShown ? 'text' : 'password');
}

function tick({ id, value }: HTMLInputElement): void {
  const meter = document.querySelector(`[data-meter="${id}"]`);
  if (!meter) return;
  const broken: string[] = brokenPasswordRules(value);
  for (const item of meter.querySelectorAll<HTMLElement>('[data-rule]')) {
    const isMet = !broken.includes(item.dataset['rule'] ?? '');
    item.classList.toggle('ok', isMet);
    const use = item.querySelector('use');
    use?.setAttribute('href', `${use.getAttribute('href')?.split('#')[0]}#${isMet ? 'check' : 'minus'}`);
  }
}
