import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { OperationProgress } from './OperationProgress.tsx'
import { useOperations } from './use-operations.ts'

/** A unit's running operation, or the last unfinished one until it is continued, undone or followed. */
export function UnitOperation({ topic }: { topic: string }) {
  const { plantId } = useCurrentPlant()
  const last = useOperations(plantId).find(({ cu }) => cu === topic)
  if (!last || last.state === 'done' || last.state === 'undone') return null
  return <OperationProgress operation={last} />
}
