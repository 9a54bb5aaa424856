import { roleMay } from '@vigilux/contract/kernel/permissions.ts'
import { useAnswer } from '../api/use-answer.ts'
import { loadTextBundles } from '../i18n/i18n.ts'
import { lazy } from '../lazy.tsx'
import { useCurrentPlant } from './plant.ts'

const HandoverLink = lazy(
  async () => (await Promise.all([import('./HandoverLink.tsx'), loadTextBundles('handover')]))[0].HandoverLink,
  { quiet: true },
)

/** The way to the hand-over, for installers of a plant before it. Otherwise it renders nothing, and loads no code. */
export function HandoverOffer() {
  const { plant } = useCurrentPlant()
  return roleMay(plant.role, 'plant.operate') && plant.archived_at === null ? <Offer /> : null
}

function Offer() {
  const { plantId } = useCurrentPlant()
  const { handovers } = useAnswer('getHandovers', { plantId })
  if (handovers.some(({ state }) => state === 'signed')) return null
  return <HandoverLink plantId={plantId} isOpen={handovers.length > 0} />
}
