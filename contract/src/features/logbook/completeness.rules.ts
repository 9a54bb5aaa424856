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

/** Why an item is incomplete, and since when; null where it has been so since the plant began. */
export type Gap = { missing: Missing; since: string | null }

const dayOf = (at: string): string => at.slice(0, 10)

/** The first alteration that what bears this date, the latest of its kind, does not cover. */
const uncovered = ({ alterations }: LogbookFacts, covered: string): string | undefined =>
  alterations.find((at) => dayOf(at) > dayOf(covered))

const always = (missing: Missing): Gap => ({ missing, since: null })

const certificates = (facts: LogbookFacts): Gap | null => {
  const { commissionedAt, alterationCertifiedAt } = facts
  if (commissionedAt === null) return always('commissioningCertificate')
  const last = [commissionedAt, alterationCertifiedAt ?? ''].toSorted().at(-1) ?? commissionedAt
  const since = uncovered(facts, last)
  return since === undefined ? null : { missing: 'alterationCertificate', since }
}

const alterations = (facts: LogbookFacts): Gap | null => {
  if (facts.drawingsDated === null) return always('drawings')
  const since = uncovered(facts, facts.drawingsDated)
  return since === undefined ? null : { missing: 'drawingsAfterAlteration', since }
}

const inspected = ['inspectionDaily', 'inspectionMonthly', 'inspectionYearly', 'inspectionVisual'] as const

const isInspected = ({ latest }: LogbookFacts): boolean => inspected.some((kind) => latest[kind] !== undefined)

const checks: Readonly<Record<RequiredItem, (facts: LogbookFacts, openFaults: readonly string[]) => Gap | null>> = {
  certificates,
  tests: (facts) => (facts.lastTestAt !== null || isInspected(facts) ? null : always('testsOrInspections')),
  services: (facts) => (facts.latest.service !== undefined || isInspected(facts) ? null : always('services')),
  defects: ({ openDefects }, openFaults) => {
    const since = [...openDefects, ...openFaults].toSorted()[0]
    return since === undefined ? null : { missing: 'remedies', since }
  },
  alterations,
  automaticTester: ({ latest }) => (latest.automaticTester === undefined ? always('characteristics') : null),
}

/** What of the logbook is incomplete. `openFaults`: since when each fault that compliance sees is open. */
export const gapsOf = (facts: LogbookFacts, openFaults: readonly string[]): ({ item: RequiredItem } & Gap)[] =>
  requiredItems.flatMap((item) => {
    const gap = checks[item](facts, openFaults)
    return gap ? [{ item, ...gap }] : []
  })

/** All items in their order, with what is missing of each; null where it is complete. */
export const itemsOf = (gaps: readonly ({ item: RequiredItem } & Gap)[]) =>
  requiredItems.map((item) => ({ item, missing: gaps.find((gap) => gap.item === item)?.missing ?? null }))
