import type { Duty, DutyTotal } from '@vigilux/contract/features/week/week.ts'
import { useTranslation } from 'react-i18next'
import { formatsFor } from '../../shared/format/format.ts'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import { pathTo } from '../../site-map.ts'

type DutyPlace = Pick<Duty, 'kind' | 'allowed' | 'month'> & { plantId: string | null }

/** The page where a duty is done, or where it is seen by those who may not do it. */
export function dutyPath({ kind, allowed, month, plantId }: DutyPlace): string {
  if (plantId === null) return pathTo('ntoPendingUsers')
  switch (kind) {
    case 'test':
      return pathTo('plantReport', { plantId }, { tab: 'calendar' })
    case 'repair':
      return allowed ? pathTo('rounds', { plantId }) : pathTo('devices', { plantId }, { f: 'error' })
    case 'signature':
      return pathTo('logbook', { plantId }, { sign: month ?? '1' })
    case 'battery':
      return pathTo('plantBom', { plantId })
    default:
      return pathTo('plantUsers', { plantId }, { tab: 'invites' })
  }
}

/** The page for all duties of a kind: of several plants a list of them if there is one, otherwise the first plant. */
export function totalPath({ kind, plants, plantId, allowed }: DutyTotal, month: string | null): string {
  if (plants > 1 && kind === 'test') return pathTo('testCalendar')
  if (plants > 1 && kind === 'repair') return pathTo('attention', {}, { f: 'error' })
  return dutyPath({ kind, allowed, month, plantId })
}

/** Texts of duties and of their totals. */
export function useDutyTexts() {
  const { t } = useTranslation('week')
  const language = useLanguage()

  const titleOf = ({ kind, count, allowed, test, month }: Duty): string => {
    if (test) return t(`test.${test.kind}`, { count })
    if (month !== null) return t('duty.signature', { month: formatsFor(language, 'UTC').month(`${month}-01`) })
    switch (kind) {
      case 'repair':
        return t(allowed ? 'duty.repair' : 'duty.repairSeen', { count })
      case 'battery':
        return t(allowed ? 'duty.battery' : 'duty.batterySeen', { count })
      default:
        return t(kind === 'account' ? 'duty.account' : 'duty.invitation', { count })
    }
  }

  /**
   * Start of a test, or last day in time; undefined without a limit. The pages of one plant name its zone at the top,
   * so their cards leave it out.
   */
  const whenOf = ({ day, overdue, plant, test }: Duty, withZone = true): string | undefined => {
    if (day === null || plant === null) return undefined
    const formats = formatsFor(language, plant.timezone)
    if (overdue) return t('wasDue', { day: formats.weekdayDate(day) })
    if (test && !withZone) return `${formats.weekdayDate(day)}, ${formats.bareTime(test.at)}`
    return test ? formats.dateTime(test.at) : t('by', { day: formats.weekdayDate(day) })
  }

  const totalOf = ({ kind, count }: DutyTotal): string => {
    switch (kind) {
      case 'test':
      case 'repair':
      case 'signature':
        return t(`total.${kind}`, { count })
      case 'battery':
        return t('duty.batterySeen', { count })
      default:
        return t(kind === 'account' ? 'duty.account' : 'duty.invitation', { count })
    }
  }

  const totalWhen = ({ kind, day }: DutyTotal): string | undefined =>
    day === null
      ? undefined
      : t(kind === 'test' ? 'first' : 'by', { day: formatsFor(language, 'UTC').weekdayDate(day) })

  return { titleOf, whenOf, totalOf, totalWhen }
}
