import type { CentralUnit } from '../central-units/central-unit.ts'
import type { InhibitionRequest } from './inhibition.ts'

/**
 * State of a unit on the remote panel, worst first: dark without mains; lamps on battery; silent; inhibited; faulty; ready. `notAcquired`
 * is outside this order.
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

type Unit = Pick<
  CentralUnit,
  'connection' | 'on_battery' | 'inhibition' | 'front' | 'errors' | 'warnings' | 'findings' | 'lamps'
>

/**
 * Whether lamps of the unit are inhibited, as the unit and its lamps last reported. Types that report no inhibition have a warning instead.
 */
export const isInhibited = ({
  inhibition,
  warnings,
  lamps,
}: Pick<Unit, 'inhibition' | 'warnings' | 'lamps'>): boolean =>
  inhibition !== null || warnings.includes('system_inhibited') || lamps.inhibited > 0

/** Source of the inhibition: a request of the platform, the unit itself, or single lamps; null without inhibition. */
export const inhibitionSource = (
  unit: Pick<Unit, 'inhibition' | 'warnings' | 'lamps'>,
  request: Pick<InhibitionRequest, 'state'> | undefined,
): 'wish' | 'unit' | 'lamps' | null => {
  if (!isInhibited(unit)) return null
  if (request?.state === 'inhibited') return 'wish'
  return unit.inhibition !== null || unit.warnings.includes('system_inhibited') ? 'unit' : 'lamps'
}

/** State by precedence: danger for people before repairs. A unit that does not answer is never ready. */
export const panelStateOf = (unit: Unit): PanelState => {
  if (unit.connection === 'notAcquired') return 'notAcquired'
  if (unit.connection === 'disconnected') return 'offline'
  if (isInhibited(unit)) return unit.on_battery ? 'unprotected' : 'inhibited'
  if (unit.on_battery || unit.front?.emergency === 'on') return 'emergency'
  const isFaulty = unit.errors.length > 0 || unit.findings.length > 0 || unit.lamps.in_error > 0
  return isFaulty ? 'failure' : 'ready'
}
