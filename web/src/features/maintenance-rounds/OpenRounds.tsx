import { useAnswer } from '../../shared/api/use-answer.ts'
import { loadTextBundles } from '../../shared/i18n/i18n.ts'
import { lazy } from '../../shared/lazy.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'

const RoundLinks = lazy(
  async () => (await Promise.all([import('./RoundLinks.tsx'), loadTextBundles('walk')]))[0].RoundLinks,
)

/** Rounds in progress, for the people who carry them out. Renders nothing, and loads no code, when there is none. */
export function OpenRounds() {
  const { plantId } = useCurrentPlant()
  const rounds = useAnswer('getRounds', { plantId }).rounds.filter(({ state }) => state === 'open')
  return rounds.length > 0 ? <RoundLinks plantId={plantId} rounds={rounds} /> : null
}
