import { useState } from 'react'
import type { PlantDetails } from '../../shared/plant/plant.ts'
import { CreatedTokenDialog } from './CreatedTokenDialog.tsx'
import { NewPlantToken } from './NewPlantToken.tsx'
import type { CreatedToken } from './NewToken.tsx'

type PlantTokenCreationProps = { plant: PlantDetails['plant']; onClose: () => void }

/** The form of a new token of the plant, then its text. */
export function PlantTokenCreation({ plant, onClose }: PlantTokenCreationProps) {
  const [created, setCreated] = useState<CreatedToken>()
  if (created)
    return <CreatedTokenDialog created={created} plantId={plant.plant_id} timeZone={plant.timezone} onClose={onClose} />
  return (
    <NewPlantToken plant={plant} onClose={(createdToken) => (createdToken ? setCreated(createdToken) : onClose())} />
  )
}
