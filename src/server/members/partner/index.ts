export { cardDrawer } from './card/draw-card.ts';
export { type Disclosed, openDisclosure } from './disclosure.ts';
export { findPartner } from './queries.ts';
export { partnerRoutes } from './routes.ts';
