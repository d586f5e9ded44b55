export { findPartner } from './find-partner.ts';
export { partnerRoutes } from './routes.ts';
