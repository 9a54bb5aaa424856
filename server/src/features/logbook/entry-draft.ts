import type { EntryFacts, EntryKind, EntryResult } from '@vigilux/contract/features/logbook/entry-kinds.ts'
import type { UnitEntryKind } from '@vigilux/contract/features/logbook/unit-entry.ts'

/** Somebody who did or wrote something; without an account where only the name is known. */
export type Person = { userId: string | null; name: string }

/** What an entry says of its kind. */
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
  /** Its own name for ever, where that is settled before. */
  id?: string
  plantId: string
  /** When it happened. */
  at: Date
  /** When it is written down, where that is another moment. */
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
  /** Names what the entry tells of: what is in the logbook under this name is not told again. Of one transaction the last counts. */
  once?: string
}

/** What the platform notices of a unit, or a person does with it. Of one life of the unit it is told once. */
export const entryOfUnit = ({ life, ...told }: UnitReport): EntryDraft => ({
  ...told,
  ...(life !== null && { once: `unit ${told.centralUnitId} ${told.kind} ${life}` }),
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
