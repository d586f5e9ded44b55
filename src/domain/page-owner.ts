/** Header that names the account of the page in its calls; its forms have a field `owner`. */
export const PAGE_OWNER = 'page-owner';

export const PAGE_OWNER_MAX = 512;
