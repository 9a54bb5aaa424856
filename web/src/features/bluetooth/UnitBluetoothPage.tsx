import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { UnitFrame } from '../central-units/index.ts'
import { DevicesCard } from './DevicesCard.tsx'

/** The Bluetooth devices of one gateway. */
export function UnitBluetoothPage() {
  const { plantId } = useCurrentPlant()
  return <UnitFrame tab="bluetooth">{(open) => <DevicesCard key={`${plantId}.${open.topic}`} open={open} />}</UnitFrame>
}
