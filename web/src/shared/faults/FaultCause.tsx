import { loadTextBundles } from '../i18n/i18n.ts'
import { lazy } from '../lazy.tsx'

/** Cause and remedy of a fault; the many texts load with the first opened fault. */
export const FaultCause = lazy(
  async () => (await Promise.all([import('./CauseAndRemedy.tsx'), loadTextBundles('fault')]))[0].CauseAndRemedy,
)
