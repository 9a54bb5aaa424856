import { z } from 'zod'
import { count } from '../../kernel/primitives.ts'
import { isEmergency, type NoticeKind, noticeKinds, proNoticeDays } from './notice.ts'

/** Kinds whose priority a plant sets; emergencies are always urgent. */
export const configurableKinds = noticeKinds.filter((kind) => !isEmergency(kind))

/** Bounds and defaults of the thresholds. */
export const thresholdBounds = {
  /** Minimum simultaneously failed lamps for an urgent fault notice. */
  faultLamps: { min: 1, max: 1_000, default: 1 },
  /** Minimum lamps with a failed test for an urgent notice of failed tests. */
  testLamps: { min: 1, max: 1_000, default: 1 },
  /** Hours of silence after which a notice about a unit is sent. */
  silentAfterH: { min: 1, max: 168, default: 24 },
  /** Minutes after the requested end after which a notice about a still inhibited unit is sent. */
  inhibitedAfterMin: { min: 1, max: 1_440, default: 1 },
  /** Days after the date of an unstarted test at which a notice is sent. */
  overdueAfterDays: { min: 1, max: 60, default: 3 },
} as const
export type BoundedThreshold = keyof typeof thresholdBounds

const boundedInt = (name: BoundedThreshold) => z.int().min(thresholdBounds[name].min).max(thresholdBounds[name].max)
const areUnique = (values: readonly string[]): boolean => new Set(values).size === values.length

/** Settings of an installer administrator. */
export const thresholdFields = {
  /** Kinds exempt from quiet hours and digests. */
  urgent: z
    .array(z.enum(noticeKinds).refine((kind) => !isEmergency(kind)))
    .max(configurableKinds.length)
    .refine(areUnique),
  faultLamps: boundedInt('faultLamps'),
  testLamps: boundedInt('testLamps'),
  silentAfterH: boundedInt('silentAfterH'),
  inhibitedAfterMin: boundedInt('inhibitedAfterMin'),
  overdueAfterDays: boundedInt('overdueAfterDays'),
  /** Days before the end of Pro of the first notice; it is repeated at each nearer step. */
  proDays: z.literal(proNoticeDays),
}

/** Notice thresholds of a plant, and its urgent kinds. */
export const noticeThresholds = z.object({
  ...thresholdFields,
  /** 0 until first saved. */
  version: count,
})
export type NoticeThresholds = z.infer<typeof noticeThresholds>

/** Thresholds of a plant without saved ones. */
export const defaultThresholds: NoticeThresholds = {
  urgent: [],
  faultLamps: thresholdBounds.faultLamps.default,
  testLamps: thresholdBounds.testLamps.default,
  silentAfterH: thresholdBounds.silentAfterH.default,
  inhibitedAfterMin: thresholdBounds.inhibitedAfterMin.default,
  overdueAfterDays: thresholdBounds.overdueAfterDays.default,
  proDays: proNoticeDays[0],
  version: 0,
}

/**
 * Whether a notice is urgent.
 * @param lamps number of reported lamps; Infinity for causes beyond any number, such as a fault of a whole unit
 */
export const isUrgent = (
  kind: NoticeKind,
  { urgent, faultLamps, testLamps }: Pick<NoticeThresholds, 'urgent' | 'faultLamps' | 'testLamps'>,
  lamps: number,
): boolean => {
  if (isEmergency(kind)) return true
  const minimumLamps = kind === 'functionError' ? faultLamps : kind === 'testErrors' ? testLamps : 0
  return urgent.includes(kind) && lamps >= minimumLamps
}
