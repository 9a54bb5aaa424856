import { useAnswer } from '../../shared/api/use-answer.ts'
import { needWords } from '../../shared/i18n/i18n.ts'
import { later } from '../../shared/later.tsx'
import { useOpenPlant } from '../../shared/plant/plant.ts'

const WalkLinks = later(async () => (await Promise.all([import('./WalkLinks.tsx'), needWords('walk')]))[0].WalkLinks)

/** Walks that have not ended, so that whoever left one, or wants to help, finds it again. Nothing, and no code, where there is none. */
export function OpenWalks() {
  const { plantId } = useOpenPlant()
  const walks = useAnswer('getWalks', { plantId }).walks.filter(({ ended_at }) => ended_at === null)
  return walks.length > 0 ? <WalkLinks plantId={plantId} walks={walks} /> : null
}
