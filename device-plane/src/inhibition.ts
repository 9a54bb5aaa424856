import { z } from 'zod'
import type { ReportedRecord } from './central-unit-type.ts'

/** Seconds since the beginning of 1970 in UTC, until which a unit is inhibited; null without an end of its own. */
export const inhibitedUntil = z.int().min(1).max(0xffff_ffff).nullable()

/** The record of an inhibition that began, or was given another end. */
export const inhibitionRecord = (until: number | null): ReportedRecord => {
  const second = inhibitedUntil.parse(until)
  return { kind: 'inhibited', until: second === null ? null : new Date(second * 1_000).toISOString() }
}
