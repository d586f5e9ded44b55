export { unreadPosts } from './count-unread.ts';
export { listAllPosts } from './list-all-posts.ts';
export { readPostFile } from './post-file.ts';
export { publishPost } from './publish-post.ts';
export { feedRoutes } from './routes.ts';
export { withdrawPost } from './withdraw-post.ts';
