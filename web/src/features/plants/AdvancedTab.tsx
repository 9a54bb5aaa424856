import * as formStyles from '../../shared/form/form.module.css'
import type { PlantDetails } from '../../shared/plant/plant.ts'
import { ArchiveCards } from '../plant-archive/index.ts'
import { ProCard } from '../pro-codes/index.ts'

/** The tier, and at the end the irreversible actions. */
export function AdvancedTab({ details: { plant } }: { details: PlantDetails }) {
  return (
    <div className={formStyles.settings}>
      <ProCard plant={plant} />
      <ArchiveCards plant={plant} />
    </div>
  )
}
