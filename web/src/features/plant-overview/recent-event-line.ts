import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import type { RecentEvent } from '@vigilux/contract/features/overview/recent-event.ts'
import type { TFunction } from 'i18next'
import { auditTexts, errorText } from '../../shared/i18n/i18n.ts'
import { pathTo } from '../../site-map.ts'
import { serialOf } from '../central-units/index.ts'

type T = TFunction<['plant-overview', 'commands']>
type Of<Kind extends RecentEvent['kind']> = Extract<RecentEvent, { kind: Kind }>

function describeLamps({ error, cleared, lamps, total }: Of<'lampFault'>, t: T): string {
  const fault = errorText('errors.lamp', error) ?? error
  const number = lampNumber(lamps[0] ?? 0)
  if (total === 1)
    return cleared ? t('recent.lampCleared', { number, fault }) : t('recent.lampFault', { number, fault })
  return cleared ? t('recent.lampsCleared', { count: total, fault }) : t('attention.lamps', { count: total, fault })
}

function describeCommand({ command, state, count }: Of<'command'>, t: T): string {
  const name = errorText('commandNames', command) ?? command
  const commandText = state === 'failed' ? t('recent.commandFailed', { command: name }) : name
  return count > 1 ? `${count} × ${commandText}` : commandText
}

function describeTest({ test, state }: Of<'test'>, t: T): string {
  return t(`recent.test.${test}.${state === 'stopped' || state === 'notStarted' ? state : 'finished'}`)
}

function describeChange({ action, thing }: Of<'change'>): string {
  return [auditTexts('actionWords')[action] ?? action, thing?.name].filter(Boolean).join(': ')
}

/** The event in words. */
export function describeRecentEvent(event: RecentEvent, t: T): string {
  const serial = 'cu' in event ? serialOf(event.cu) : ''
  switch (event.kind) {
    case 'test':
      return describeTest(event, t)
    case 'lampFault':
      return describeLamps(event, t)
    case 'unitFault': {
      const fault = errorText('errors.unit', event.error) ?? event.error
      return event.cleared ? t('recent.unitCleared', { serial, fault }) : t('attention.unit', { serial, fault })
    }
    case 'mains':
      return event.failed ? t('recent.mainsFailed', { serial }) : t('recent.mainsRestored', { serial })
    case 'connection':
      return event.connected ? t('recent.connected', { serial }) : t('attention.unit_offline', { serial })
    case 'command':
      return describeCommand(event, t)
    case 'entry':
      return t(`commands:entry.${event.entry}`)
    case 'change':
      return describeChange(event)
  }
}

/** Whether the event's text does not contain the unit. */
export const namesUnitApart = ({ kind }: RecentEvent): boolean =>
  kind === 'test' || kind === 'lampFault' || kind === 'command' || kind === 'entry'

/** Page with more about the event. */
export function recentEventPath(event: RecentEvent, plantId: string): string {
  switch (event.kind) {
    case 'test':
      return pathTo('plantReport', { plantId }, { tab: 'results', test: event.test_id })
    case 'lampFault':
      return event.total === 1
        ? pathTo('devices', { plantId }, { unit: event.cu, lamp: `${event.cu}.${event.lamps[0]}` })
        : pathTo('devices', { plantId }, { unit: event.cu, ...(event.cleared ? {} : { fault: event.error }) })
    case 'command':
    case 'entry':
      return pathTo('unitHistory', { plantId, unit: event.cu })
    case 'change':
      return pathTo('plantGeneral', { plantId }, { tab: 'audit' })
    default:
      return pathTo('devices', { plantId, devicesType: 'centralunits' }, { unit: event.cu })
  }
}
