import type { PersonKind } from './entry-kinds.ts'

/** What the people's part of a logbook comes to, of entries that count and that no later one corrects. */
export type LogbookFacts = {
  /** Of each kind, when the latest of it happened. */
  latest: Partial<Record<PersonKind, string>>
  /** The latest certificate of commissioning, and */
  commissionedAt: string | null
  /** the latest one of an alteration. */
  alterationCertifiedAt: string | null
  /** When the plant was altered, oldest first. */
  alterations: readonly string[]
  /** The date on the latest drawings, `2026-03-02`. */
  drawingsDated: string | null
  /** Who was named last as responsible; null where nobody was, or where that person is erased. */
  responsible: string | null
  /** The signature of the latest signed month: up to which entry, when and by whom. Signing an older month again changes nothing. */
  signed: { month: string; upTo: number; at: string; by: string | null } | null
  /** When the last test ended. */
  lastTestAt: string | null
  /** When the defects without a remedy were found, oldest first. A defect with its corrections is one. */
  openDefects: readonly string[]
}
