import { needWords } from '../../shared/i18n/i18n.ts'
import { later } from '../../shared/later.tsx'

export { waitingKey } from '../../shared/offline/waiting-key.ts'
export { canGo, type Entry, placeOf, workOf } from './entry.ts'
export { OutboxList } from './OutboxList.tsx'
export { addEntry, removeEntry } from './outbox.ts'
export { useOutbox } from './use-outbox.ts'

/** Its code comes where this device keeps somebody's work. */
export const WaitingNote = later(
  async () => (await Promise.all([import('./WaitingNote.tsx'), needWords('outbox')]))[0].WaitingNote,
)
