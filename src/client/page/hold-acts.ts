/** What only a script can do. */
const BUTTONS = '[data-copy], [data-print], [data-reveal], [data-share]';
/** Forms that a script sends otherwise, or not before something is done. */
const FORMS = '[data-theme-switch], [data-asks], form:has([data-bot-check])';

const KINDS = ['click', 'submit'] as const;

/**
 * A finger may be faster than the scripts that know what it means. Until they have come, or are known not to come, what
 * was pressed last is held. Anything else goes its way, and is told afterwards as `pressed`.
 */
export function holdActs(scripts: Promise<unknown>[]): void {
  let act: (() => void) | undefined;
  let last: Event | undefined;
  const hold = (event: Event) => {
    const isClick = event.type === 'click';
    const pressed = (event.target as Element).closest<HTMLElement>(isClick ? BUTTONS : FORMS);
    last = event;
    if (!pressed) return;
    event.preventDefault();
    event.stopPropagation();
    const { submitter } = event as SubmitEvent;
    act = () => (isClick ? pressed.click() : (pressed as HTMLFormElement).requestSubmit(submitter));
  };
  for (const kind of KINDS) addEventListener(kind, hold, true);
  const letGo = () => {
    for (const kind of KINDS) removeEventListener(kind, hold, true);
    if (act) act();
    else if (last) document.dispatchEvent(new CustomEvent('pressed', { detail: last }));
  };
  void Promise.all(scripts).then(letGo, letGo);
}
