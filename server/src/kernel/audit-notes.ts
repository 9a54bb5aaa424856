import {
  type AuditedChange,
  type AuditedThing,
  type AuditedValue,
  auditLimits,
} from '@vigilux/contract/kernel/audited.ts'

const bounded = (text: string): string => {
  const signs = [...text]
  return signs.length > auditLimits.characters ? `${signs.slice(0, auditLimits.characters - 1).join('')}…` : text
}

type Fields = Readonly<Record<string, unknown>>

const auditedValueOf = (value: unknown): AuditedValue => {
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'number' || typeof value === 'boolean') return value
  return bounded(typeof value === 'string' ? value : JSON.stringify(value))
}

/** Which fields became others, as the audit keeps them. */
export const changesBetween = (before: Fields | null, after: Fields): AuditedChange[] =>
  Object.entries(after)
    .map(([field, value]) => ({ field, before: auditedValueOf(before?.[field]), after: auditedValueOf(value) }))
    .filter((change) => change.before !== change.after)

/** What the audit says of one piece of work beside who, when and which action. */
export type AuditNotes = {
  /** The plant that it concerned, where its input names none. */
  readonly plantId: string | null
  readonly things: readonly AuditedThing[]
  /** Things that were noted beyond those that stand by name. */
  readonly moreThings: number
  readonly changes: readonly AuditedChange[]
}

/** Notes for the audit, while a piece of work goes on. */
export type AuditNotebook = AuditNotes & {
  /**
   * Notes what is written to, by the name that it has now, beside the statement that writes. A thing that is noted twice
   * stands once.
   */
  about(...things: readonly AuditedThing[]): void
  /** Notes that there were so many more things than are noted by name. */
  andMore(count: number): void
  /** Notes the plant that a write concerned whose input names none. */
  inPlant(plantId: string): void
  /**
   * Notes which fields became others. The caller names each of them, so that no secret gets in by being sent.
   * @param before what they were; null where nobody knows, as of what a unit is asked to do
   */
  changed(before: Fields | null, after: Fields): void
}

export const createAuditNotes = (): AuditNotebook => {
  const things: AuditedThing[] = []
  const changes: AuditedChange[] = []
  let plantId: string | null = null
  let moreThings = 0
  return {
    things,
    changes,
    get plantId() {
      return plantId
    },
    get moreThings() {
      return moreThings
    },
    about(...more) {
      for (const { kind, id, name } of more) {
        const isNoted = things.some((one) => one.kind === kind && one.id === id && id !== '')
        if (isNoted) continue
        if (things.length < auditLimits.things) things.push({ kind, id, name: bounded(name) })
        else moreThings += 1
      }
    },
    andMore(count) {
      moreThings += count
    },
    inPlant(concerned) {
      plantId = concerned
    },
    changed(before, after) {
      changes.push(...changesBetween(before, after).slice(0, auditLimits.fields - changes.length))
    },
  }
}
