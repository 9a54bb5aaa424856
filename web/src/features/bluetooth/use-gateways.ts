import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useUnitTypes } from '../central-units/index.ts'

/** The open plant's units with Bluetooth devices. */
export function useGateways() {
  const { units } = useCurrentPlant()
  const types = useUnitTypes()
  const factsOf = ({ cu_type }: CentralUnit) => types.find((one) => one.cu_type === cu_type)
  const gateways = units.filter((unit) => factsOf(unit)?.commands.includes('gatewayScan'))
  return { gateways, factsOf }
}
