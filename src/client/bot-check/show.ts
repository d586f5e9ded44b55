import type { Question } from './protocol.ts';

/** `asked`: the question in words stands there instead of the check. */
export type State = 'idle' | 'checking' | 'confirmed' | 'asked';

export function show(element: HTMLElement, state: State, proof: string): void {
  const isAsked = state === 'asked';
  const box = element.querySelector<HTMLInputElement>('[type=checkbox]')!;
  element.dataset['state'] = state;
  element.querySelector<HTMLElement>('.bot-row')!.hidden = isAsked;
  element.querySelector<HTMLElement>('.bot-question')!.hidden = !isAsked;
  element.querySelector<HTMLInputElement>('[name=bot_check]')!.value = proof;
  element.querySelector('[role=status]')!.textContent = element.dataset[state] ?? '';
  box.checked = state === 'confirmed';
  /** It shows how far the check is; ticking it is not up to the reader. */
  box.onclick = (event) => event.preventDefault();
}

export function renewQuestion(element: HTMLElement, { token, words }: Question): void {
  element.querySelector<HTMLInputElement>('[name=bot_token]')!.value = token;
  element.querySelector('.bot-question label')!.textContent = words;
}
