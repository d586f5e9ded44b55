export { cardDrawer } from './card/draw-card.ts';
export { findPartner } from './queries.ts';
export { partnerRoutes } from './routes.ts';
