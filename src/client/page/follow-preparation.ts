import type { Preparation } from '#contracts/data.ts';
import { shownOf } from '#domain/shown-preparation.ts';
import { follow } from './follow.ts';

void follow<Preparation>({ shownOf });
