import type { LogbookFacts } from './logbook-facts.ts'

/** The six things that EN 50172 wants in a logbook, in its order. */
export const requiredItems = ['certificates', 'tests', 'services', 'defects', 'alterations', 'automaticTester'] as const
export type RequiredItem = (typeof requiredItems)[number]

/** Why an item is not complete. */
export type Missing =
  | 'commissioningCertificate'
  | 'alterationCertificate'
  | 'drawings'
  | 'testsOrInspections'
  | 'services'
  | 'remedies'
  | 'drawingsAfterAlteration'
  | 'characteristics'

const dayOf = (at: string): string => at.slice(0, 10)

/** Whether something of that time is certified or drawn by what bears this date; both are days. */
const isCoveredBy = (at: string, later: string | null): boolean => later !== null && dayOf(later) >= dayOf(at)

const certificates = ({ commissionedAt, alterationCertifiedAt, latest }: LogbookFacts): Missing | null => {
  if (commissionedAt === null) return 'commissioningCertificate'
  const { alteration } = latest
  const last = [commissionedAt, alterationCertifiedAt ?? ''].toSorted().at(-1) ?? commissionedAt
  return alteration !== undefined && !isCoveredBy(alteration, last) ? 'alterationCertificate' : null
}

const inspected = ['inspectionDaily', 'inspectionMonthly', 'inspectionYearly', 'inspectionVisual'] as const

const checks: Readonly<Record<RequiredItem, (facts: LogbookFacts) => Missing | null>> = {
  certificates,
  tests: ({ lastTestAt, latest }) =>
    lastTestAt !== null || inspected.some((kind) => latest[kind] !== undefined) ? null : 'testsOrInspections',
  services: ({ latest }) =>
    latest.service !== undefined || inspected.some((kind) => latest[kind] !== undefined) ? null : 'services',
  defects: ({ openDefects }) => (openDefects > 0 ? 'remedies' : null),
  alterations: ({ drawingsDated, latest: { alteration } }) => {
    if (drawingsDated === null) return 'drawings'
    return alteration !== undefined && !isCoveredBy(alteration, drawingsDated) ? 'drawingsAfterAlteration' : null
  },
  automaticTester: ({ latest }) => (latest.automaticTester === undefined ? 'characteristics' : null),
}

/** What is missing of each item; null where it is complete. */
export const completenessOf = (facts: LogbookFacts): Record<RequiredItem, Missing | null> =>
  Object.fromEntries(requiredItems.map((item) => [item, checks[item](facts)])) as Record<RequiredItem, Missing | null>
