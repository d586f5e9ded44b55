import { whenTouched } from '#client/page/when-touched.ts';
import script from './structure.ts?worker&url';

// Until the first touch the seats are links, and they stay links for whoever opens them elsewhere.
whenTouched(script);
