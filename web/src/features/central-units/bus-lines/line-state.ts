import type { UnitDetail } from '@vigilux/contract/features/central-units/unit-detail.ts'
import type { StateName } from '../../../shared/status/states.ts'

type Line = UnitDetail['lines'][number]

/** The first sentence of a line's card. */
export type LineCondition = 'unknown' | 'gatewayAway' | 'noPower' | 'unused' | 'silent' | 'ok'

/** Condition of a line. Without bus or gateway its lamps do not report; this is neither a fault nor a mains failure. */
export function conditionOfLine({ bus, lamps }: Line, gateway: UnitDetail['busGateway']): LineCondition {
  if (gateway && !gateway.connected) return 'gatewayAway'
  if (!bus || bus.powered === null) return 'unknown'
  if (!bus.powered) return 'noPower'
  if (lamps === 0) return 'unused'
  return bus.answering < lamps ? 'silent' : 'ok'
}

/** State of each condition; an unused line has none. */
export const stateOfLine: Record<Exclude<LineCondition, 'unused'>, StateName> = {
  unknown: 'unknown',
  gatewayAway: 'offline',
  noPower: 'offline',
  silent: 'warning',
  ok: 'ok',
}
