export { noticeRoutes } from './routes.ts';
export { sweepNotices } from './sweep-notices.ts';
export { tell, tellMany } from './tell.ts';
