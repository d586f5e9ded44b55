import { fileURLToPath } from 'node:url';

export default {
  compress: false, // proxy.mjs compresses for every peer alike
  poweredByHeader: false,
  transpilePackages: ['common'],
  turbopack: { root: fileURLToPath(new URL('..', import.meta.url)) },
};
