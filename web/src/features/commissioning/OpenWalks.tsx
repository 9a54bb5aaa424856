import { useAnswer } from '../../shared/api/use-answer.ts'
import { loadTextBundles } from '../../shared/i18n/i18n.ts'
import { lazy } from '../../shared/lazy.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'

const WalkLinks = lazy(
  async () => (await Promise.all([import('./WalkLinks.tsx'), loadTextBundles('walk')]))[0].WalkLinks,
)

/** Walks that have not ended, so that whoever left one, or wants to help, finds it again. Nothing, and no code, where there is none. */
export function OpenWalks() {
  const { plantId } = useCurrentPlant()
  const walks = useAnswer('getWalks', { plantId }).walks.filter(({ ended_at }) => ended_at === null)
  return walks.length > 0 ? <WalkLinks plantId={plantId} walks={walks} /> : null
}
