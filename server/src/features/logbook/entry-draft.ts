import type { EntryFacts, EntryKind, EntryResult } from '@vigilux/contract/features/logbook/entry-kinds.ts'
import type { UnitEntryKind } from '@vigilux/contract/features/logbook/unit-entry.ts'

/** A person in an entry; `userId` is null if only the name is known. */
export type Person = { userId: string | null; name: string }

/** Data of an entry by its kind. */
type KindOf<Kind extends EntryKind> = Kind extends 'responsiblePerson'
  ? { kind: Kind; named: Person }
  : Kind extends 'restored'
    ? { kind: Kind; wholeUntil: Date }
    : Kind extends EntryKind
      ? { kind: Kind } & (Record<never, never> extends EntryFacts<Kind>
          ? { facts?: EntryFacts<Kind> }
          : { facts: EntryFacts<Kind> })
      : never

/** An entry before it has its number. */
export type EntryDraft = KindOf<EntryKind> & {
  /** Permanent id, if it is determined before. */
  id?: string
  plantId: string
  /** Time of the event. */
  at: Date
  /** Time of recording, if it differs. */
  recordedAt?: Date
  by: Person | null
  centralUnitId?: string | null
  /** Topic of the unit. */
  unit?: string | null
  lamp?: number | null
  lampSerial?: string | null
  testId?: string | null
  corrects?: number | null
  about?: number | null
  text?: string
  clockWrong?: boolean
  result?: EntryResult | null
  /**
   * Idempotency key: an event is recorded at most once under this name. Within one transaction the last draft counts.
   */
  once?: string
}

/** An event of a unit, noticed by the platform or caused by a person. Recorded once per life of the unit. */
export const entryOfUnit = ({ life, ...draft }: UnitReport): EntryDraft => ({
  ...draft,
  ...(life !== null && { once: `unit ${draft.centralUnitId} ${draft.kind} ${life}` }),
})

type UnitReport = {
  kind: UnitEntryKind
  plantId: string
  centralUnitId: string
  unit: string
  life: string | null
  at: Date
  by: Person | null
}
