import type { KnownKey } from '../contract/src/features/logbook/known-key.ts'
import { createSampleExport, joinLines, sampleKey } from './sample-export.ts'

/**
 * Exports with a valid signature, dated within and outside the validity of their key, with the verdict of every
 * verifier.
 */

const since = '2026-03-01T00:00:00.000Z'
const end = '2026-04-01T00:00:00.000Z'
const key = (until: string | null): KnownKey => ({ publicKey: sampleKey, since, until })
const dated = (exportedAt: string): Buffer => joinLines(createSampleExport({ header: { exportedAt, timeStamp: null } }))
const justAfter = '2026-04-01T00:00:00.001Z'

export const datedExports = [
  { name: 'of the key in use', key: key(null), bytes: dated(justAfter), verdict: 'whole', keyState: 'inUse' },
  { name: 'at the start of its key', key: key(null), bytes: dated(since), verdict: 'whole', keyState: 'inUse' },
  { name: 'before its key', key: key(null), bytes: dated('2026-02-28T23:59:59.999Z'), verdict: 'keyNotInUse' },
  { name: 'before a retired key', key: key(end), bytes: dated('2025-12-31T00:00:00.000Z'), verdict: 'keyNotInUse' },
  { name: 'at the end of its key', key: key(end), bytes: dated(end), verdict: 'whole', keyState: 'retiredUnstamped' },
  { name: 'after the end of its key', key: key(end), bytes: dated(justAfter), verdict: 'keyNotInUse' },
] as const
