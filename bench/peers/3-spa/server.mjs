// Static files from memory, identity and gzip, plus the one API route.
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { team } from 'common/data.mjs';

const types = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json' };
const dist = new URL('dist/', import.meta.url).pathname;

const files = new Map();
for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile()) continue;
  const path = join(entry.parentPath, entry.name);
  const body = readFileSync(path);
  const url = '/' + path.slice(dist.length);
  const cache = url.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
  files.set(url, { body, gzip: gzipSync(body), type: types[extname(path)], cache });
}

function send(req, res, { body, gzip, type, cache }) {
  const zip = /\bgzip\b/.test(req.headers['accept-encoding'] ?? '');
  const data = zip ? gzip : body;
  const headers = { 'content-type': type, 'cache-control': cache, 'content-length': data.length, vary: 'accept-encoding' };
  if (zip) headers['content-encoding'] = 'gzip';
  res.writeHead(200, headers).end(data);
}

createServer((req, res) => {
  const url = req.url.split('?')[0];
  if (url === '/api/team') {
    const body = Buffer.from(JSON.stringify(team));
    const zip = /\bgzip\b/.test(req.headers['accept-encoding'] ?? '');
    send(req, res, { body, gzip: zip && gzipSync(body), type: types['.json'], cache: 'no-store' });
  } else {
    send(req, res, files.get(url) ?? files.get('/index.html'));
  }
}).listen(process.env.PORT, '127.0.0.1');
