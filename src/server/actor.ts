/** Who moves a withdrawal or a transaction: `operator:` and a name for a person. */
export type Actor = 'member' | 'platform' | 'node' | `operator:${string}`;
