import sheet from '../../styles/combobox.css?url';

let coming: Promise<void> | undefined;

/** The rules for what is drawn here. Nothing is drawn before they are there. */
export function bringSheet(): Promise<void> {
  coming ??= new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = sheet;
    link.onload = () => resolve();
    link.onerror = reject;
    document.head.append(link);
  });
  return coming;
}
