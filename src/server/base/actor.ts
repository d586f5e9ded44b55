/** `operator:` and the name given on the command line, or `staff:` and the id. */
export type Actor = 'member' | 'platform' | 'node' | `operator:${string}` | `staff:${number}`;
