import type { AstroGlobal } from 'astro';
import {
  removeDestination,
  renameDestination,
  saveDestination,
  switchDestinationWait,
} from '#contracts/destinations.ts';
import { getWithdrawal } from '#contracts/finance.ts';
import type { Language } from '#domain/languages.ts';
import { path } from '#domain/paths.ts';
import { formAction, oneOf } from '#islands/shared/form-action.server.ts';

const NEW_FIELDS = ['act', 'name', 'destination', 'pin', 'code'] as const;

const saving = formAction({
  contract: saveDestination,
  fields: NEW_FIELDS,
  when: ({ act }) => act === 'save',
  input: ({ name, destination, pin, code }) => ({
    name,
    destination: destination.trim(),
    ...(pin && { pin }),
    ...(code && { code }),
  }),
  done: ({ language }) => path(language, 'destinations', { done: 'destination-saved' }),
});

const waitOn = formAction({
  contract: switchDestinationWait,
  fields: NEW_FIELDS,
  when: ({ act }) => act === 'wait',
  input: () => ({ to: 'on' as const }),
  done: ({ language }) => path(language, 'destinations', { done: 'wait-on' }),
});

export const destinations = oneOf(saving, waitOn);

/** `?withdrawal=` names a withdrawal of the member. An address in the link could be a stranger's. */
export async function destinationToSave({ locals, url }: AstroGlobal): Promise<string> {
  const id = url.searchParams.get('withdrawal');
  const withdrawal = id ? await locals.call(getWithdrawal, { id }) : undefined;
  return withdrawal?.success ? withdrawal.data.destination : '';
}

export const waitOff = formAction({
  contract: switchDestinationWait,
  fields: ['pin', 'code'],
  input: ({ pin, code }) => ({ to: 'off' as const, ...(pin && { pin }), ...(code && { code }) }),
  done: ({ language }) => path(language, 'destinations', { done: 'wait-off' }),
});

const renaming = formAction({
  contract: renameDestination,
  fields: ['act', 'name'],
  when: ({ act }) => act === 'rename',
  done: ({ language }) => path(language, 'destinations', { done: 'destination-renamed' }),
});

const removal = formAction({
  contract: removeDestination,
  fields: ['act', 'name'],
  when: ({ act }) => act === 'remove',
  done: ({ language }) => removedAddress(language),
});

export const destination = oneOf(renaming, async (page: AstroGlobal) => {
  const removed = await removal(page);
  // After a second press the destination is already removed.
  const isGone = !(removed instanceof Response) && removed.refusal?.code === 'not_found';
  return isGone ? page.redirect(removedAddress(page.locals.language), 303) : removed;
});

function removedAddress(language: Language): string {
  return path(language, 'destinations', { done: 'destination-removed' });
}
