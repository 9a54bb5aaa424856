import type { PersonKind } from './entry-kinds.ts'

/** Summary of the entries of people, over valid entries without a later correction. */
export type LogbookFacts = {
  /** Time of the latest event of each kind. */
  latest: Partial<Record<PersonKind, string>>
  /** Latest certificate of commissioning. */
  commissionedAt: string | null
  /** Latest certificate of an alteration. */
  alterationCertifiedAt: string | null
  /** Alterations of the plant, oldest first. */
  alterations: readonly string[]
  /** Changes of the installation, as recorded by the platform, oldest first: see `drawings.rules.ts`. */
  installationChanges: readonly string[]
  /** Latest drawings: their date, such as `2026-03-02`, and the time at which they were entered. */
  drawings: { dated: string; enteredAt: string } | null
  /** Last named responsible person; null without one, or after the person was erased. */
  responsible: string | null
  /** Signature of the latest signed month: last entry, time, person. Signing an older month changes nothing. */
  signed: { month: string; upTo: number; at: string; by: string | null; person: string } | null
  /** Every signed month, in order. */
  signedMonths: readonly string[]
  /** End of the last test. */
  lastTestAt: string | null
  /** Times of the defects without a remedy, oldest first. A defect and its corrections count once. */
  openDefects: readonly string[]
}
