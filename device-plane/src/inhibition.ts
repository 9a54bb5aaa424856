import { z } from 'zod'
import type { ReportedRecord } from './central-unit-type.ts'

/** End of an inhibition in seconds since 1970 (UTC); null without an end. */
export const inhibitedUntil = z.int().min(1).max(0xffff_ffff).nullable()

/** Record of the start of an inhibition, or of its new end. */
export const inhibitionRecord = (until: number | null): ReportedRecord => {
  const second = inhibitedUntil.parse(until)
  return { kind: 'inhibited', until: second === null ? null : new Date(second * 1_000).toISOString() }
}
