export { missingForActive, presentCard, presentContacts } from './present.ts';
export { columnsShownTo, isShownTo, presentCardTo, searchTextShownTo } from './upline-view.ts';
export { profileRoutes } from './routes.ts';
