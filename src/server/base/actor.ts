/**
 * Who moves a withdrawal or a transaction: `operator:` and the name that the command line was given, `staff:` and the
 * id of somebody at the console.
 */
export type Actor = 'member' | 'platform' | 'node' | `operator:${string}` | `staff:${number}`;
