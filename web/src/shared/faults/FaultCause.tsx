import { needWords } from '../i18n/i18n.ts'
import { later } from '../later.tsx'

/** What a fault comes from and what to do about it; its words are many, and come with the first fault that is opened. */
export const FaultCause = later(
  async () => (await Promise.all([import('./CauseAndRemedy.tsx'), needWords('fault')]))[0].CauseAndRemedy,
)
