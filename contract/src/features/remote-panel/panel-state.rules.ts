import type { CentralUnit } from '../central-units/central-unit.ts'
import type { InhibitionRequest } from './inhibition.ts'

/**
 * How a unit stands on the remote panel, worst first: dark though the mains is away; lamps on battery; not heard of; inhibited; with a fault;
 * ready. One that is not enrolled stands apart.
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

/** Whether lamps of the unit stay dark although the mains fails, as it and they last said; of types that tell no more, its warning says so. */
export const isInhibited = ({
  inhibition,
  warnings,
  lamps,
}: Pick<Unit, 'inhibition' | 'warnings' | 'lamps'>): boolean =>
  inhibition !== null || warnings.includes('system_inhibited') || lamps.inhibited > 0

/** Who inhibited it: the unit as it was asked from here, somebody at the unit, or some of its lamps alone; null where nothing is inhibited. */
export const inhibitionSource = (
  unit: Pick<Unit, 'inhibition' | 'warnings' | 'lamps'>,
  wish: Pick<InhibitionRequest, 'state'> | undefined,
): 'wish' | 'unit' | 'lamps' | null => {
  if (!isInhibited(unit)) return null
  if (wish?.state === 'inhibited') return 'wish'
  return unit.inhibition !== null || unit.warnings.includes('system_inhibited') ? 'unit' : 'lamps'
}

/** Precedence: what endangers people before what is to be mended. A unit that does not answer is never ready. */
export const panelStateOf = (unit: Unit): PanelState => {
  if (unit.connection === 'notAcquired') return 'notAcquired'
  if (unit.connection === 'disconnected') return 'offline'
  if (isInhibited(unit)) return unit.on_battery ? 'unprotected' : 'inhibited'
  if (unit.on_battery || unit.front?.emergency === 'on') return 'emergency'
  const isFaulty = unit.errors.length > 0 || unit.findings.length > 0 || unit.lamps.in_error > 0
  return isFaulty ? 'failure' : 'ready'
}
