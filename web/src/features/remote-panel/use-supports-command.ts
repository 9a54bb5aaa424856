import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'
import { useUnitTypes } from '../central-units/index.ts'

/** Which units accept a command, by their types. */
export function useSupportsCommand(): (unit: CentralUnit, command: string) => boolean {
  const types = useUnitTypes()
  const commands = new Map(types.map((type) => [type.cu_type, new Set(type.commands)]))
  return (unit, command) => commands.get(unit.cu_type)?.has(command) ?? false
}
