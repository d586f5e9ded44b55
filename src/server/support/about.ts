export type About = { kind: 'transaction' | 'withdrawal'; id: string };

/** What a request is attached to, from the way it is kept: `transaction:` or `withdrawal:` and its id. */
export function readAbout(about: string): About {
  const [kind, id = ''] = about.split(':');
  return { kind: kind === 'transaction' ? 'transaction' : 'withdrawal', id };
}
