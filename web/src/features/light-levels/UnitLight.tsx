import { useAllLamps } from '../../shared/plant/lamps.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { LevelControl } from './LevelControl.tsx'

/** Light control of all lamps of one unit. */
export function UnitLight({ topic }: { topic: string }) {
  const { plantId } = useCurrentPlant()
  const lamps = useAllLamps(plantId).filter(({ cu }) => cu === topic)
  return <LevelControl to={{ topic, all: true }} lamps={lamps} />
}
