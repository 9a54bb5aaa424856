import { loadTextBundles } from '../../shared/i18n/i18n.ts'
import { lazy } from '../../shared/lazy.tsx'

/** The next step of a plant's inhibition; absent without one, and for people who do not operate the panel. */
export const PlantInhibitionStep = lazy(
  async () =>
    (await Promise.all([import('./PlantInhibitionStep.tsx'), loadTextBundles('panel')]))[0].PlantInhibitionStep,
  { quiet: true },
)
