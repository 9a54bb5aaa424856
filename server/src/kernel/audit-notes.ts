import {
  type AuditedChange,
  type AuditedValue,
  type AuditTarget,
  auditLimits,
} from '@vigilux/contract/kernel/audit-target.ts'

const truncated = (text: string): string => {
  const signs = [...text]
  return signs.length > auditLimits.characters ? `${signs.slice(0, auditLimits.characters - 1).join('')}…` : text
}

type Fields = Readonly<Record<string, unknown>>

const auditedValueOf = (value: unknown): AuditedValue => {
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'number' || typeof value === 'boolean') return value
  return truncated(typeof value === 'string' ? value : JSON.stringify(value))
}

/** Which fields became others, as the audit keeps them. */
export const changesBetween = (before: Fields | null, after: Fields): AuditedChange[] =>
  Object.entries(after)
    .map(([field, value]) => ({ field, before: auditedValueOf(before?.[field]), after: auditedValueOf(value) }))
    .filter((change) => change.before !== change.after)

/** What the audit says of one piece of work beside who, when and which action. */
export type AuditRecord = {
  /** The plant that it concerned, where its input names none. */
  readonly plantId: string | null
  readonly targets: readonly AuditTarget[]
  /** Things that were noted beyond those that stand by name. */
  readonly moreTargets: number
  readonly changes: readonly AuditedChange[]
}

/** Notes for the audit, while a piece of work goes on. */
export type AuditRecorder = AuditRecord & {
  /**
   * Notes what is written to, by the name that it has now, beside the statement that writes. A thing that is noted twice
   * stands once.
   */
  target(...things: readonly AuditTarget[]): void
  /** Notes that there were so many more things than are noted by name. */
  addUncounted(count: number): void
  /** Notes the plant that a write concerned whose input names none. */
  setPlant(plantId: string): void
  /**
   * Notes which fields became others. The caller names each of them, so that no secret gets in by being sent.
   * @param before what they were; null where nobody knows, as of what a unit is asked to do
   */
  diff(before: Fields | null, after: Fields): void
}

export const createAuditRecorder = (): AuditRecorder => {
  const things: AuditTarget[] = []
  const changes: AuditedChange[] = []
  let plantId: string | null = null
  let moreThings = 0
  return {
    targets: things,
    changes,
    get plantId() {
      return plantId
    },
    get moreTargets() {
      return moreThings
    },
    target(...more) {
      for (const { kind, id, name } of more) {
        const isNoted = things.some((one) => one.kind === kind && one.id === id && id !== '')
        if (isNoted) continue
        if (things.length < auditLimits.things) things.push({ kind, id, name: truncated(name) })
        else moreThings += 1
      }
    },
    addUncounted(count) {
      moreThings += count
    },
    setPlant(concerned) {
      plantId = concerned
    },
    diff(before, after) {
      changes.push(...changesBetween(before, after).slice(0, auditLimits.fields - changes.length))
    },
  }
}
