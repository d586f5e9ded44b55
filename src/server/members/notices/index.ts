export { noticeRoutes } from './routes.ts';
export { sweepNotices } from './sweep-notices.ts';
export { notify, notifyMany } from './notify.ts';
