import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { OperationProgress } from './OperationProgress.tsx'
import { useOperations } from './use-operations.ts'

/** What a unit is working on, or what was left unfinished last: stays in view until it is continued, undone or followed by another. */
export function UnitOperation({ topic }: { topic: string }) {
  const { plantId } = useCurrentPlant()
  const last = useOperations(plantId).find(({ cu }) => cu === topic)
  if (!last || last.state === 'done' || last.state === 'undone') return null
  return <OperationProgress operation={last} />
}
