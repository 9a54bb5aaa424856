import { useAnswer } from '../../shared/api/use-answer.ts'
import { loadTextBundles } from '../../shared/i18n/i18n.ts'
import { lazy } from '../../shared/lazy.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'

const WalkLinks = lazy(
  async () => (await Promise.all([import('./WalkLinks.tsx'), loadTextBundles('walk')]))[0].WalkLinks,
)

/** Open walks, for people who left one or want to help. Renders nothing, and loads no code, when there is none. */
export function OpenWalks() {
  const { plantId } = useCurrentPlant()
  const walks = useAnswer('getWalks', { plantId }).walks.filter(({ ended_at }) => ended_at === null)
  return walks.length > 0 ? <WalkLinks plantId={plantId} walks={walks} /> : null
}
