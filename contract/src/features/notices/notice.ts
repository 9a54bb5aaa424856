import { z } from 'zod'

/** What members of a plant are told by mail, each kind chosen for itself. */
export const noticeKinds = ['functionError', 'testErrors', 'noCommunication', 'inhibitionTooLong', 'proEnds'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** Hours without a word after which a unit counts as silent for notices. */
export const silentAfterH = 24

/** Days before the end of Pro at which members are told. */
export const proNoticeDays = [60, 30, 7, 1] as const

/** Lines of one mail; what is more is counted. */
export const noticeLines = 20

/** Whether a kind is sent by mail. */
export const noticeChoice = z.object({ kind: z.enum(noticeKinds), mail: z.boolean() })
export type NoticeChoice = z.infer<typeof noticeChoice>

/** What one member is told about one plant: `on` is the switch above all kinds. */
export const noticeSettings = z.object({ on: z.boolean(), kinds: z.array(noticeChoice).max(noticeKinds.length) })
export type NoticeSettings = z.infer<typeof noticeSettings>
