import { openSideThread } from '../../kernel/side-thread.ts'
import type * as work from './energy-work.ts'

/** Unpacks, sums and packs. */
export const energyThread = openSideThread<typeof work>(new URL('./energy-work.ts', import.meta.url))
