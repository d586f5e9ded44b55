import { giveBackMemory } from '#server/give-back-memory.ts';

// Stands for the app after a rush: much was made, all of it is over, and nobody asks for anything. Tells its memory in
// bytes then, and as soon as half of it is back.
const LOOK_MS = 50;
giveBackMemory(globalThis.gc, LOOK_MS);
Array.from({ length: 800_000 }, (_, index) => ({ index, more: [index] }));
const full = process.memoryUsage.rss();
console.log(full);
const waiting = setInterval(() => {
  const now = process.memoryUsage.rss();
  if (now > full / 2) return;
  console.log(now);
  clearInterval(waiting);
}, LOOK_MS);
