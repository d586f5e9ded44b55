import '#client/touch-directive.ts';
import 'astro/runtime/server/astro-island.js';
import { fetchIslandsEarly } from './fetch-early.ts';

/** What makes islands live: Astro's own runtime, which is in no page, and `client:touch`. */
fetchIslandsEarly();
