import { reportsInhibition } from '@vigilux/contract/features/remote-panel/panel-state.rules.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { InhibitionStep } from './InhibitionStep.tsx'

/** The next step of the inhibitions of a plant, for its overview. */
export function PlantInhibitionStep({ filled }: { filled: boolean }) {
  const { plantId, units } = useCurrentPlant()
  const { requests } = useAnswer('getInhibitions', { plantId })
  return <InhibitionStep inhibited={units.filter(reportsInhibition)} requests={requests} filled={filled} />
}
