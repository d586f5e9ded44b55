import { whenTouched } from '#client/page/when-touched.ts';
import script from './photo.ts?worker&url';

// Until the first touch, and wherever it does not come, the form sends the file as it is.
void whenTouched(() => import(/* @vite-ignore */ script));
