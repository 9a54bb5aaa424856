import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { StateName } from '../../shared/status/states.ts'

export type UnitAddress = { cuType: string; cuId: string }

/** What addresses a unit in commands, and what lamps and tests name it by: `logica_0A1B2C`. */
export function topicOf(unit: { cu_type: string; cu_id: string }): string {
  return `${unit.cu_type}_${unit.cu_id}`
}

export function addressOf(topic: string): UnitAddress {
  const [cuType = '', cuId = ''] = topic.split('_')
  return { cuType, cuId }
}

/** The serial alone, as people call a unit. */
export function serialOf(topic: string): string {
  return addressOf(topic).cuId
}

/** A unit that is not connected is never OK, whatever it last said. */
export function stateOfUnit(unit: CentralUnit): StateName {
  if (unit.connection === 'notAcquired') return 'notAcquired'
  if (unit.connection === 'disconnected') return 'offline'
  if (unit.on_battery) return 'emergency'
  if (unit.errors.length > 0 || unit.lamps.in_error > 0) return 'error'
  if (unit.warnings.includes('system_inhibited')) return 'inhibited'
  if (!unit.enabled) return 'disabled'
  return unit.warnings.length > 0 ? 'warning' : 'ok'
}
