export { cardDrawer } from './card/draw-card.ts';
export { findPartner } from './find-partner.ts';
export { partnerRoutes } from './routes.ts';
