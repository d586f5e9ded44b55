import { bringSheet } from '#client/bring-sheet.ts';
import { endSession } from '#client/end-session.ts';
import sheet from '../../styles/crop.css?url';
import { frameIn } from './frame.ts';
import { sendPhoto } from './send-photo.ts';
import { shrink } from './shrink.ts';

const dialog = document.querySelector<HTMLDialogElement>('#crop')!;
const field = document.querySelector<HTMLInputElement>('#photo')!;
const part = <Kind extends HTMLElement>(name: string) => dialog.querySelector<Kind>(name)!;
const [notice, progress, bar] = [part('[data-no]'), part('[data-progress]'), part<HTMLProgressElement>('progress')];
const save = part<HTMLButtonElement>('[data-save]');
const frame = frameIn(part('canvas'), part('#crop-zoom'));
const { call = '', done = '', words = '' } = dialog.dataset;
const { sending, working, broken } = JSON.parse(words) as Record<'sending' | 'working' | 'broken', string>;
let stop = () => {};

field.addEventListener('change', open);
save.addEventListener('click', send);
dialog.addEventListener('close', () => {
  stop();
  field.value = '';
});
// Something may have been chosen before this script was there.
void open();

/** What the browser can't show stays chosen: the form sends it, and the server says what is wrong with it. */
async function open(): Promise<void> {
  const [file] = field.files ?? [];
  if (!file) return;
  const [picture] = await Promise.all([createImageBitmap(file), bringSheet(sheet)]).catch(() => []);
  if (!picture) return;
  frame.show(picture);
  tell();
  dialog.showModal();
}

async function send(): Promise<void> {
  const shown = frame.shown();
  const photo = shown && (await shrink(shown.picture, shown.square, field.files?.[0]?.type ?? ''));
  if (!photo) return;
  tell({ share: 0 });
  const { answer, abort } = sendPhoto(call, photo, (share) => tell({ share }));
  stop = abort;
  const result = await answer;
  stop = () => {};
  if (result?.success) location.assign(done);
  else if (result?.error.status === 401) endSession();
  else if (dialog.open) tell({ no: result ? result.error.detail : broken });
}

/** Where the sending stands: on its way, refused, or not begun. */
function tell({ share, no }: { share?: number; no?: string } = {}): void {
  save.disabled = share !== undefined;
  progress.hidden = share === undefined;
  notice.hidden = no === undefined;
  notice.querySelector('p')!.textContent = no ?? '';
  if (no !== undefined) notice.focus();
  if (share === undefined) return;
  const percent = Math.round(share * 100);
  bar.value = percent;
  part('#crop-state').textContent = percent < 100 ? sending.replace('{percent}', String(percent)) : working;
}
