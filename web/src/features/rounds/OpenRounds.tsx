import { useAnswer } from '../../shared/api/use-answer.ts'
import { needWords } from '../../shared/i18n/i18n.ts'
import { later } from '../../shared/later.tsx'
import { useOpenPlant } from '../../shared/plant/plant.ts'

const RoundLinks = later(async () => (await Promise.all([import('./RoundLinks.tsx'), needWords('walk')]))[0].RoundLinks)

/** Rounds that are under way, so that whoever carries one out finds it. Nothing, and no code, where there is none. */
export function OpenRounds() {
  const { plantId } = useOpenPlant()
  const rounds = useAnswer('getRounds', { plantId }).rounds.filter(({ state }) => state === 'open')
  return rounds.length > 0 ? <RoundLinks plantId={plantId} rounds={rounds} /> : null
}
