import { lampReads } from './features/lamps/lamps.reads.ts'
import { plantReads } from './features/plants/plants.reads.ts'
import type { FirstReads } from './shared/api/first-reads.ts'

/** First reads of each page: a spread of the features' tables. */
export const firstReads: FirstReads = { ...plantReads, ...lampReads }
