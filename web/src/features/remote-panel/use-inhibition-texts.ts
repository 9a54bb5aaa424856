import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { InhibitionRequest } from '@vigilux/contract/features/remote-panel/inhibition.ts'
import { inhibitionSource } from '@vigilux/contract/features/remote-panel/panel-state.rules.ts'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { topicOf } from '../central-units/index.ts'
import { useSupportsCommand } from './use-supports-command.ts'

/** The inhibition of a unit: its author or cause, its start, and its end. Empty parts are unknown. */
type InhibitionTexts = { by: string; since: string; end: string; isEndless?: true }
type RequestOfUnit = InhibitionRequest | undefined

const nothing = (end: string): InhibitionTexts => ({ by: '–', since: '', end })

/** Describes the inhibition of each unit, or why there is none to describe. */
export function useInhibitionTexts(requests: readonly InhibitionRequest[]): (unit: CentralUnit) => InhibitionTexts {
  const describeInhibited = useDescribeInhibited()
  const describeOther = useDescribeOther()
  const describeSilent = useDescribeSilent()
  return (unit) => {
    if (!unit.cu_connected) return describeSilent(unit)
    const request = requests.find(({ topic }) => topic === topicOf(unit))
    return describeInhibited(unit, request) ?? describeOther(unit, request)
  }
}

/** The last report of a silent unit does not count. */
function useDescribeSilent() {
  const { t } = useTranslation('remote-panel')
  const { plant } = useCurrentPlant()
  const { dateTime } = useFormats(plant.timezone)
  return ({ connection, last_seen: lastSeen }: CentralUnit): InhibitionTexts => {
    if (connection === 'notAcquired') return nothing(t('state.notAcquired'))
    return nothing(lastSeen ? t('notKnown', { time: dateTime(lastSeen) }) : t('state.offline'))
  }
}

function useDescribeInhibited() {
  const { t } = useTranslation('remote-panel')
  const { plant } = useCurrentPlant()
  const { time, dateTime, number } = useFormats(plant.timezone)
  return (unit: CentralUnit, request: RequestOfUnit): InhibitionTexts | null => {
    const source = inhibitionSource(unit, request)
    if (source === null) return null
    if (source === 'lamps') {
      const count = unit.lamps.inhibited
      return { by: t('inhibitedLamps', { count, number: number(count) }), since: '', end: '' }
    }
    const until = unit.inhibition?.until
    const end: Pick<InhibitionTexts, 'end' | 'isEndless'> = until
      ? { end: t('endsAt', { time: time(until) }) }
      : { end: t('noEndTime'), isEndless: true }
    const cause = t(until ? 'inhibitedAtUnit' : 'bySwitch')
    if (source === 'unit' || !request) return { by: cause, since: '', ...end }
    return { by: request.requested_by ?? cause, since: dateTime(request.requested_at), ...end }
  }
}

function useDescribeOther() {
  const { t } = useTranslation('remote-panel')
  const { plant } = useCurrentPlant()
  const { time } = useFormats(plant.timezone)
  const supportsCommand = useSupportsCommand()
  return (unit: CentralUnit, request: RequestOfUnit): InhibitionTexts => {
    if (request?.state === 'requested')
      return { by: request.requested_by ?? '–', since: t('requestedAt', { time: time(request.requested_at) }), end: '' }
    if (unit.lamps.present === 0) return nothing(t('noLamps'))
    if (!supportsCommand(unit, 'inhibit')) return nothing(t('blockedReason.noInhibition'))
    return nothing(request?.state === 'failed' ? t('requestFailed') : '')
  }
}
