/** Id of the block with the invite link. */
export const INVITE = 'invite';
