export { unreadPosts } from './mark-read.ts';
export { newestTitles } from './newest-titles.ts';
export { postState } from './queries.ts';
export { type PostInFile, readPostFile } from './post-file.ts';
export { emptyPostFields, fieldsOfPost, hasLanguageLine, readPostFields, writePostFile } from './post-fields.ts';
export { pinPost, publishPost, withdrawPost } from './publish-post.ts';
export { feedRoutes } from './routes.ts';
