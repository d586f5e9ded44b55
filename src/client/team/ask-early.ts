import { askForPart } from '#client/ask-for-part.ts';
import { addressOf } from './filter-form.ts';

/** An answer on its way, and what was asked. */
type Asked = { address: string; request: XMLHttpRequest };

/** Whoever types faster than this is not asked for at each key. */
export const TYPING_MS = 80;
const TAKE = 'take-asked';

/**
 * The way of the list's script is as long as that of an answer: what is typed before it has come is asked for meanwhile.
 * The script says when it takes over.
 */
export function askEarly(box: HTMLInputElement, form: HTMLFormElement): void {
  let asked: Asked | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = () => {
    const address = addressOf(form);
    asked?.request.abort();
    asked = { address: address.href, request: askForPart('members', address) };
  };
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(ask, TYPING_MS);
  };
  const give = ({ detail }: CustomEvent<{ asked?: Asked | undefined }>) => {
    clearTimeout(timer);
    box.removeEventListener('input', later);
    detail.asked = asked;
  };
  box.addEventListener('input', later);
  document.addEventListener(TAKE, give as EventListener, { once: true });
  if (box.value !== box.defaultValue) ask();
}

/** What has been asked for such an address; from now on nobody else asks. */
export function takeAsked(address: URL): XMLHttpRequest | undefined {
  const detail: { asked?: Asked } = {};
  document.dispatchEvent(new CustomEvent(TAKE, { detail }));
  if (detail.asked?.address === address.href) return detail.asked.request;
  detail.asked?.request.abort();
  return undefined;
}
