import type { LogbookFacts } from './logbook-facts.ts'

/** The six items that EN 50172 requires in a logbook, in its order. */
export const requiredItems = ['certificates', 'tests', 'services', 'defects', 'alterations', 'automaticTester'] as const
export type RequiredItem = (typeof requiredItems)[number]

/** Why an item is incomplete. */
export type Missing =
  | 'commissioningCertificate'
  | 'alterationCertificate'
  | 'drawings'
  | 'testsOrInspections'
  | 'services'
  | 'remedies'
  | 'drawingsAfterAlteration'
  | 'characteristics'

/** Why an item is incomplete, and since when; null since the plant began. */
export type ItemGap = { missing: Missing; since: string | null }

const dayOf = (at: string): string => at.slice(0, 10)

/** First alteration after this date, which is that of the latest matching document. */
const findUncoveredAlteration = ({ alterations }: LogbookFacts, coveredUntil: string): string | undefined =>
  alterations.find((at) => dayOf(at) > dayOf(coveredUntil))

const missingSinceStart = (missing: Missing): ItemGap => ({ missing, since: null })

const certificates = (facts: LogbookFacts): ItemGap | null => {
  const { commissionedAt, alterationCertifiedAt } = facts
  if (commissionedAt === null) return missingSinceStart('commissioningCertificate')
  const last = [commissionedAt, alterationCertifiedAt ?? ''].toSorted().at(-1) ?? commissionedAt
  const since = findUncoveredAlteration(facts, last)
  return since === undefined ? null : { missing: 'alterationCertificate', since }
}

const alterations = (facts: LogbookFacts): ItemGap | null => {
  if (facts.drawingsDated === null) return missingSinceStart('drawings')
  const since = findUncoveredAlteration(facts, facts.drawingsDated)
  return since === undefined ? null : { missing: 'drawingsAfterAlteration', since }
}

const requiredInspections = ['inspectionDaily', 'inspectionMonthly', 'inspectionYearly', 'inspectionVisual'] as const

const isInspected = ({ latest }: LogbookFacts): boolean =>
  requiredInspections.some((kind) => latest[kind] !== undefined)

const itemChecks: Readonly<
  Record<RequiredItem, (facts: LogbookFacts, openFaults: readonly string[]) => ItemGap | null>
> = {
  certificates,
  tests: (facts) => (facts.lastTestAt !== null || isInspected(facts) ? null : missingSinceStart('testsOrInspections')),
  services: (facts) =>
    facts.latest.service !== undefined || isInspected(facts) ? null : missingSinceStart('services'),
  defects: ({ openDefects }, openFaults) => {
    const since = [...openDefects, ...openFaults].toSorted()[0]
    return since === undefined ? null : { missing: 'remedies', since }
  },
  alterations,
  automaticTester: ({ latest }) => (latest.automaticTester === undefined ? missingSinceStart('characteristics') : null),
}

/** Gaps of the logbook. `openFaults`: start of each open fault known to compliance. */
export const findGaps = (facts: LogbookFacts, openFaults: readonly string[]): ({ item: RequiredItem } & ItemGap)[] =>
  requiredItems.flatMap((item) => {
    const gap = itemChecks[item](facts, openFaults)
    return gap ? [{ item, ...gap }] : []
  })

/** All items in order, each with its gap; null if complete. */
export const listItems = (gaps: readonly ({ item: RequiredItem } & ItemGap)[]) =>
  requiredItems.map((item) => ({ item, missing: gaps.find((gap) => gap.item === item)?.missing ?? null }))
