import { openWorkerThread } from '../../kernel/worker-thread.ts'
import type * as work from './energy-work.ts'

/** The worker thread for unpacking, summing and packing. */
export const energyThread = openWorkerThread<typeof work>(new URL('./energy-work.ts', import.meta.url))
