/** One hour, as the cookie that carries the access token. */
export const ACCESS_SECONDS = 60 * 60;
/** A refresh token, as the cookie that carries it. */
export const REFRESH_SECONDS = 3 * 60 * 60;
/** However often it is refreshed, a sign-in ends after this. */
export const FAMILY_SECONDS = 30 * 24 * 60 * 60;
/** A lost answer or twenty tabs: for so long the parent is answered with the same child. */
export const REUSE_SECONDS = 15;
