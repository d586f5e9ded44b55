import { readTeamQuery, type TeamQuery } from './team-query.ts';

/** What a form would ask for. */
export function queryIn(form: HTMLFormElement): TeamQuery {
  const values = [...new FormData(form)].filter((pair): pair is [string, string] => typeof pair[1] === 'string');
  return readTeamQuery(new URLSearchParams(values));
}

/** Sets what is typed freely to what an address asks for; selects and dates follow by themselves. */
export function fillTexts(form: HTMLFormElement, query: TeamQuery): void {
  for (const name of ['search', 'line'] as const) {
    const control = form.elements.namedItem(name);
    if (control instanceof HTMLInputElement) control.value = query[name] ?? '';
  }
}
