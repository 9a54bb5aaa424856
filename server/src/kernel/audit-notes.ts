import {
  type AuditedChange,
  type AuditedThing,
  type AuditedValue,
  auditLimits,
} from '@vigilux/contract/kernel/audited.ts'
import type { Tx } from './transaction.ts'

/** What the audit says of one call beside who, when and which action. */
export type AuditNotes = {
  /** Of an action that names no plant in its input: the one that it concerned. */
  plantId: string | null
  things: AuditedThing[]
  /** Things that were noted beyond those that stand by name. */
  moreThings: number
  changes: AuditedChange[]
}

const notesOf = new WeakMap<Tx, AuditNotes>()

/** Begins the notes of a write; an attempt that is run again begins anew. */
export const beginAuditNotes = (tx: Tx): AuditNotes => {
  const notes: AuditNotes = { plantId: null, things: [], moreThings: 0, changes: [] }
  notesOf.set(tx, notes)
  return notes
}

const bounded = (text: string): string => {
  const signs = [...text]
  return signs.length > auditLimits.characters ? `${signs.slice(0, auditLimits.characters - 1).join('')}…` : text
}

/**
 * Notes what a write is done to, by the name that it has now, beside the statement that does it. Nothing is noted of a read
 * and of what no person asked for. A thing that is noted twice stands once.
 */
export const about = (tx: Tx, ...things: readonly AuditedThing[]): void => {
  const notes = notesOf.get(tx)
  if (!notes) return
  for (const { kind, id, name } of things) {
    const isNoted = notes.things.some((one) => one.kind === kind && one.id === id && id !== '')
    if (isNoted) continue
    if (notes.things.length < auditLimits.things) notes.things.push({ kind, id, name: bounded(name) })
    else notes.moreThings += 1
  }
}

/** Notes that there were so many more things than are noted by name. */
export const andMore = (tx: Tx, count: number): void => {
  const notes = notesOf.get(tx)
  if (notes) notes.moreThings += count
}

/** Notes the plant that a write concerned whose input names none. */
export const inPlant = (tx: Tx, plantId: string): void => {
  const notes = notesOf.get(tx)
  if (notes) notes.plantId = plantId
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

/**
 * Notes which fields became others. Whoever calls it names each of them, so that no secret gets in by being sent.
 * @param before what they were; null where nobody knows, as of what a unit is asked to do
 */
export const changed = (tx: Tx, before: Fields | null, after: Fields): void => {
  const notes = notesOf.get(tx)
  const free = auditLimits.fields - (notes?.changes.length ?? 0)
  notes?.changes.push(...changesBetween(before, after).slice(0, free))
}
