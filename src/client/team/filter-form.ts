import { showDays } from '#client/date/ends.ts';

/** The address that the form would lead to, without its empty fields. */
export function addressOf(form: HTMLFormElement): URL {
  const address = new URL(form.action);
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string' && value.trim() !== '') address.searchParams.append(name, value);
  }
  return address;
}

/** Sets the fields to what an address asks for. */
export function fillForm(form: HTMLFormElement, { searchParams }: URL): void {
  for (const control of form.elements) {
    if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) continue;
    const asked = searchParams.getAll(control.name).join(',');
    if (control instanceof HTMLInputElement) control.value = asked;
    else choose(control, asked.split(','));
  }
  for (const field of form.querySelectorAll('[data-date-field]')) showDays(field);
}

/** An option may stand for several values; the empty one for none. What draws the select anew listens for the change. */
function choose(select: HTMLSelectElement, asked: string[]): void {
  for (const option of select.options) option.selected = option.value.split(',').some((value) => asked.includes(value));
  select.dispatchEvent(new Event('change'));
}

/** Whether something was typed or chosen since the page was drawn. */
export function isChanged(form: HTMLFormElement): boolean {
  return [...form.elements].some((control) => {
    if (control instanceof HTMLSelectElement)
      return [...control.options].some((option) => option.selected !== option.defaultSelected);
    return control instanceof HTMLInputElement && control.value !== control.defaultValue;
  });
}

/** Takes over what the same form, drawn anew, says is wrong; nothing else of it, so that nobody's typing is lost. */
export function showErrors(form: HTMLFormElement, drawn: HTMLElement): void {
  const fresh = [...drawn.querySelectorAll('[data-field]')];
  for (const [index, field] of [...form.querySelectorAll('[data-field]')].entries()) {
    const errors = fresh[index]?.querySelector('.errors');
    field.querySelector('.errors')?.remove();
    const [control, wanted] = [field, fresh[index]].map((one) => one?.querySelector('input, select'));
    for (const mark of ['aria-invalid', 'aria-describedby']) {
      const value = wanted?.getAttribute(mark);
      if (value) control?.setAttribute(mark, value);
      else control?.removeAttribute(mark);
    }
    if (!errors) continue;
    field.append(errors);
    field.closest('details')?.setAttribute('open', '');
  }
}
