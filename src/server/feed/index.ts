export { unreadPosts } from './mark-read.ts';
export { listAllPosts } from './queries.ts';
export { type PostInFile, readPostFile } from './post-file.ts';
export { publishPost, withdrawPost } from './publish-post.ts';
export { feedRoutes } from './routes.ts';
