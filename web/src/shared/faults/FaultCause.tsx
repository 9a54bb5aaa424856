import { loadTextBundles } from '../i18n/i18n.ts'
import { lazy } from '../lazy.tsx'

/** What a fault comes from and what to do about it; its words are many, and come with the first fault that is opened. */
export const FaultCause = lazy(
  async () => (await Promise.all([import('./CauseAndRemedy.tsx'), loadTextBundles('fault')]))[0].CauseAndRemedy,
)
