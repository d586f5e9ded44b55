import { prove } from './prove.ts';
import { renewQuestion, show, type State } from './show.ts';

/** A challenge can be handed in for ten minutes. */
const FRESH_MS = 8 * 60_000;
/** Longer than a double click, shorter than a second thought. */
const SENDING_MS = 5_000;

for (const check of document.querySelectorAll<HTMLElement>('[data-bot-check]')) guardForm(check);

/**
 * Keeps a form until its bot check is done. The check starts by itself at the first touch; whoever is faster waits for
 * it, and whatever goes wrong with it brings the question in words back.
 */
function guardForm(element: HTMLElement): void {
  const form = element.closest('form')!;
  let { state, since } = { state: element.dataset['state'] as State, since: 0 };
  let sentAt = 0;
  let held: { button: HTMLElement | null } | undefined;

  const enter = (next: State, proof = '') => {
    state = next;
    since = Date.now();
    show(element, state, proof);
  };
  const isReady = () => state === 'confirmed' && since > sentAt && Date.now() - since < FRESH_MS;

  const start = async () => {
    if (state === 'asked' || state === 'checking' || isReady()) return;
    enter('checking');
    try {
      enter('confirmed', await prove((question) => renewQuestion(element, question)));
    } catch {
      enter('asked');
    }
    if (held && isReady()) form.requestSubmit(held.button);
    else if (held) element.querySelector<HTMLElement>('[name=bot_answer]')!.focus();
    held = undefined;
  };

  const submit = (event: SubmitEvent) => {
    const button = event.submitter as HTMLButtonElement | null;
    if (button?.name === 'draft') return;
    const isSending = Date.now() - sentAt < SENDING_MS;
    if (!isSending && (state === 'asked' || isReady())) {
      sentAt = Date.now();
      return;
    }
    event.preventDefault();
    if (isSending) return;
    held = { button };
    void start();
  };

  const comeBack = ({ persisted }: PageTransitionEvent) => {
    sentAt = 0;
    if (persisted && state === 'confirmed') enter('idle');
  };

  if (state !== 'asked') enter('idle');
  for (const touch of ['pointerdown', 'focusin', 'keydown']) form.addEventListener(touch, () => void start());
  form.addEventListener('submit', submit);
  addEventListener('pageshow', comeBack);
  if (form.contains(document.activeElement)) void start();
}
