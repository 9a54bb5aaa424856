import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'
import { faultsOfUnit } from '@vigilux/contract/features/central-units/unit-faults.ts'
import type { StateName } from '../../shared/status/states.ts'

export { addressOf, serialOf, topicOf } from '../../shared/plant/unit-topic.ts'

/** A unit that is not connected is never OK, whatever it last said. */
export function stateOfUnit(unit: CentralUnit): StateName {
  if (unit.connection === 'notAcquired') return 'notAcquired'
  if (unit.connection === 'disconnected') return 'offline'
  if (unit.on_battery) return 'emergency'
  const faults = faultsOfUnit(unit)
  if (faults.some(({ severity }) => severity === 'error') || unit.lamps.in_error > 0) return 'error'
  if (unit.warnings.includes('system_inhibited')) return 'inhibited'
  if (!unit.enabled) return 'disabled'
  return faults.length > 0 ? 'warning' : 'ok'
}
