/** Header by which a page's calls name the account that the page was rendered for; its forms have a field `owner`. */
export const PAGE_OWNER = 'page-owner';

export const PAGE_OWNER_MAX = 512;
