import { isEmergency, type NoticeKind, proNoticeDays } from '@vigilux/contract/features/notices/notice.ts'
import type { NoticeThresholds } from '@vigilux/contract/features/notices/thresholds.ts'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { useFormats } from '../../shared/format/format.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Number of lamps from which an urgent kind is urgent; undefined when one is enough. */
const lampsOf = (kind: NoticeKind, { faultLamps, testLamps }: NoticeThresholds): number | undefined => {
  const lamps = kind === 'functionError' ? faultLamps : kind === 'testErrors' ? testLamps : 1
  return lamps > 1 ? lamps : undefined
}

/** When a plant sends a kind of notice, and whether it ignores quiet hours, by the plant's settings. */
export function useKindTexts(plantId: string) {
  const { t } = useTranslation('notices')
  const { duration } = useFormats()
  const { thresholds } = useAnswer('getNoticeThresholds', { plantId })
  const { silentAfterH, inhibitedAfterMin, overdueAfterDays, proDays, urgent } = thresholds
  const times: Partial<Record<NoticeKind, string>> = {
    noCommunication: duration(silentAfterH * hourMs),
    inhibitionTooLong: duration(inhibitedAfterMin * minuteMs),
    testOverdue: duration(overdueAfterDays * dayMs),
    proEnds: proNoticeDays.filter((days) => days <= proDays).join(', '),
  }
  return {
    when: (kind: NoticeKind): string => t(`kind.${kind}`, { time: times[kind] ?? '' }),
    urgency: (kind: NoticeKind): string => {
      if (!isEmergency(kind) && !urgent.includes(kind)) return ''
      const lamps = lampsOf(kind, thresholds)
      return lamps ? t('urgentLamps', { lamps }) : t('urgent')
    },
  }
}
