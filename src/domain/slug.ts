/** What a post is called by its file and in the address of its page at the console. */
export const SLUG_PATTERN = /^[a-z0-9][a-z0-9-]{0,63}$/;
