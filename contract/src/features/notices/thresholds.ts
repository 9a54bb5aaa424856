import { z } from 'zod'
import { count } from '../../kernel/primitives.ts'
import { isEmergency, type NoticeKind, noticeKinds, proNoticeDays } from './notice.ts'

/** Kinds whose priority a plant sets: what is an emergency is urgent in any case. */
export const configurableKinds = noticeKinds.filter((kind) => !isEmergency(kind))

/** From when or from how much on members are told, within what bounds, and what holds as long as nobody has set it. */
export const thresholdBounds = {
  /** Lamps that fail at once from which an urgent fault is urgent. */
  faultLamps: { least: 1, most: 1_000, usual: 1 },
  /** Lamps that fail a test from which an urgent test with errors is urgent. */
  testLamps: { least: 1, most: 1_000, usual: 1 },
  /** Hours without a word after which a unit counts as silent for notices. */
  silentAfterH: { least: 1, most: 168, usual: 24 },
  /** Minutes beyond the time asked for after which members are told that a unit is still inhibited. */
  inhibitedAfterMin: { least: 1, most: 1_440, usual: 1 },
  /** Days after the date of a test that has not begun at which members are told. */
  overdueAfterDays: { least: 1, most: 60, usual: 3 },
} as const
export type BoundedThreshold = keyof typeof thresholdBounds

const boundedInt = (name: BoundedThreshold) => z.int().min(thresholdBounds[name].least).max(thresholdBounds[name].most)
const areUnique = (values: readonly string[]): boolean => new Set(values).size === values.length

/** What an installer administrator sets. */
export const thresholdFields = {
  /** Kinds that are told whatever the hour, and wait for no daily or weekly mail. */
  urgent: z
    .array(z.enum(noticeKinds).refine((kind) => !isEmergency(kind)))
    .max(configurableKinds.length)
    .refine(areUnique),
  faultLamps: boundedInt('faultLamps'),
  testLamps: boundedInt('testLamps'),
  silentAfterH: boundedInt('silentAfterH'),
  inhibitedAfterMin: boundedInt('inhibitedAfterMin'),
  overdueAfterDays: boundedInt('overdueAfterDays'),
  /** Days before the end of Pro at which members are told first; they are told again on each of those that are nearer. */
  proDays: z.literal(proNoticeDays),
}

/** From what on members of a plant are told, and what of it is urgent. */
export const noticeThresholds = z.object({
  ...thresholdFields,
  /** 0 as long as nobody has set it. */
  version: count,
})
export type NoticeThresholds = z.infer<typeof noticeThresholds>

/** As long as nobody has set anything. */
export const defaultThresholds: NoticeThresholds = {
  urgent: [],
  faultLamps: thresholdBounds.faultLamps.usual,
  testLamps: thresholdBounds.testLamps.usual,
  silentAfterH: thresholdBounds.silentAfterH.usual,
  inhibitedAfterMin: thresholdBounds.inhibitedAfterMin.usual,
  overdueAfterDays: thresholdBounds.overdueAfterDays.usual,
  proDays: proNoticeDays[0],
  version: 0,
}

/**
 * Whether a notice is urgent.
 * @param lamps how many lamps it tells of; Infinity where it tells of what counts as more than any number, as a fault of a whole unit
 */
export const isUrgent = (
  kind: NoticeKind,
  { urgent, faultLamps, testLamps }: Pick<NoticeThresholds, 'urgent' | 'faultLamps' | 'testLamps'>,
  lamps: number,
): boolean => {
  if (isEmergency(kind)) return true
  const least = kind === 'functionError' ? faultLamps : kind === 'testErrors' ? testLamps : 0
  return urgent.includes(kind) && lamps >= least
}
