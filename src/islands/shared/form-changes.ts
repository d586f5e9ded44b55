/** Compares with the rendered defaults; React updates them when it renders new ones. */
export function hasChanges(form: HTMLFormElement, except: readonly string[] = []): boolean {
  return [...form.elements].some((control) => {
    if ('name' in control && except.includes(String(control.name))) return false;
    if (control instanceof HTMLSelectElement)
      return [...control.options].some((option) => option.selected !== option.defaultSelected);
    if (control instanceof HTMLTextAreaElement) return control.value !== control.defaultValue;
    if (!(control instanceof HTMLInputElement) || control.type === 'hidden') return false;
    const isTicked = control.type === 'checkbox' || control.type === 'radio';
    return isTicked ? control.checked !== control.defaultChecked : control.value !== control.defaultValue;
  });
}
