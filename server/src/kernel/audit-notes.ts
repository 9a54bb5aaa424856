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

/** The changed fields, in the form of the audit. */
export const changesBetween = (before: Fields | null, after: Fields): AuditedChange[] =>
  Object.entries(after)
    .map(([field, value]) => ({ field, before: auditedValueOf(before?.[field]), after: auditedValueOf(value) }))
    .filter((change) => change.before !== change.after)

/** The audit record of one piece of work, besides who, when and which action. */
export type AuditRecord = {
  /** The plant concerned, if the input names none. */
  readonly plantId: string | null
  readonly targets: readonly AuditTarget[]
  /** Number of targets beyond those listed by name. */
  readonly moreTargets: number
  readonly changes: readonly AuditedChange[]
}

/** Collects audit notes during a piece of work. */
export type AuditRecorder = AuditRecord & {
  /**
   * Records the audit target under its current name, next to the writing statement. A target recorded twice is listed
   * once.
   */
  target(...targets: readonly AuditTarget[]): void
  /** Adds to the number of targets not listed by name. */
  addUncounted(count: number): void
  /** Records the plant of a write whose input names none. */
  setPlant(plantId: string): void
  /**
   * Records the changed fields. The caller names each field, so a secret never reaches the audit.
   * @param before earlier values; null if nobody knows them, as for requests to a unit
   */
  diff(before: Fields | null, after: Fields): void
}

export const createAuditRecorder = (): AuditRecorder => {
  const targets: AuditTarget[] = []
  const changes: AuditedChange[] = []
  let plantId: string | null = null
  let moreThings = 0
  return {
    targets,
    changes,
    get plantId() {
      return plantId
    },
    get moreTargets() {
      return moreThings
    },
    target(...more) {
      for (const { kind, id, name } of more) {
        const isNoted = targets.some((one) => one.kind === kind && one.id === id && id !== '')
        if (isNoted) continue
        if (targets.length < auditLimits.things) targets.push({ kind, id, name: truncated(name) })
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
