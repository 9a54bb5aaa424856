import type { CentralUnit } from '../central-units/central-unit.ts'
import { type ShownUnit, safetyOfUnit } from '../central-units/unit-safety.rules.ts'
import type { InhibitionRequest } from './inhibition.ts'

/**
 * State of a unit on the remote panel, worst first: dark without mains; lamps on battery; silent; inhibited; faulty;
 * ready. `notAcquired` is outside this order.
 */
export const panelStates = [
  'unprotected',
  'emergency',
  'offline',
  'inhibited',
  'failure',
  'ready',
  'notAcquired',
] as const
export type PanelState = (typeof panelStates)[number]

type Unit = ShownUnit & Pick<CentralUnit, 'front'>

/**
 * Whether lamps of the unit are inhibited, by the last reports of the unit and its lamps. Types without this report
 * have a warning instead.
 */
const isInhibited = ({ inhibition, warnings, lamps }: Pick<Unit, 'inhibition' | 'warnings' | 'lamps'>): boolean =>
  inhibition !== null || warnings.includes('system_inhibited') || lamps.inhibited > 0

/** Whether a unit reports an inhibition now. The last report of an offline unit does not count. */
export const reportsInhibition = (
  unit: Pick<CentralUnit, 'cu_connected' | 'inhibition' | 'warnings' | 'lamps'>,
): boolean => unit.cu_connected && isInhibited(unit)

/** Ending of an inhibition: by its own time or a command, by a switch at the unit, or lamp by lamp. */
export type InhibitionEnding = 'timed' | 'switch' | 'lamps'

/** A request in force ends by a command, also on types that report no end. */
export const inhibitionEnding = (
  { inhibition, warnings }: Pick<Unit, 'inhibition' | 'warnings'>,
  request?: Pick<InhibitionRequest, 'state'>,
): InhibitionEnding => {
  if (inhibition?.until || request?.state === 'inhibited') return 'timed'
  return inhibition || warnings.includes('system_inhibited') ? 'switch' : 'lamps'
}

/** Lamps without emergency light: every emergency lamp of an inhibited unit, or the lamps inhibited on their own. */
export const countInhibitedLamps = (units: readonly Pick<Unit, 'inhibition' | 'warnings' | 'lamps'>[]): number =>
  units.reduce(
    (sum, unit) => sum + (inhibitionEnding(unit) === 'lamps' ? unit.lamps.inhibited : unit.lamps.emergency),
    0,
  )

/** A unit may report its end up to a minute late. */
const lateReportMs = 60_000

/** Whether an inhibition should have ended. */
export const isInhibitionOverdue = (until: string, nowMs: number): boolean => Date.parse(until) + lateReportMs < nowMs

/** When the last inhibition ends by its own time; null when one has no end. */
export const lastInhibitionEnd = (units: readonly Pick<CentralUnit, 'inhibition'>[]): string | null => {
  const endTimes = units.map(({ inhibition }) => inhibition?.until ?? null)
  return endTimes.includes(null) ? null : (endTimes.toSorted().at(-1) ?? null)
}

export const countEmergencyLamps = (units: readonly Pick<CentralUnit, 'lamps'>[]): number =>
  units.reduce((sum, { lamps }) => sum + lamps.emergency, 0)

/** Source of the inhibition: a request of the platform, the unit itself, or single lamps; null without inhibition. */
export const inhibitionSource = (
  unit: Pick<Unit, 'inhibition' | 'warnings' | 'lamps'>,
  request: Pick<InhibitionRequest, 'state'> | undefined,
): 'request' | 'unit' | 'lamps' | null => {
  if (!isInhibited(unit)) return null
  if (request?.state === 'inhibited') return 'request'
  return inhibitionEnding(unit) === 'lamps' ? 'lamps' : 'unit'
}

/** State by precedence: danger for people before repairs. A silent unit is never ready. */
export const panelStateOf = (unit: Unit): PanelState => {
  const { contact, inhibited, onBattery, isFaulty } = safetyOfUnit(unit)
  if (contact !== 'connected') return contact === 'notAcquired' ? 'notAcquired' : 'offline'
  if (inhibited) return onBattery ? 'unprotected' : 'inhibited'
  if (onBattery || unit.front?.emergency === 'on') return 'emergency'
  return isFaulty ? 'failure' : 'ready'
}
