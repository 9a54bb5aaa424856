import { type DayOf, findUndrawnChange } from './drawings.rules.ts'
import type { LogbookFacts } from './logbook-facts.ts'

/** The six items required in a logbook by EN 50172, in its order. */
export const requiredItems = ['certificates', 'tests', 'services', 'defects', 'alterations', 'automaticTester'] as const
export type RequiredItem = (typeof requiredItems)[number]

/** Why an item is incomplete. */
export const missingContents = [
  'commissioningCertificate',
  'alterationCertificate',
  'drawings',
  'testsOrInspections',
  'services',
  'remedies',
  'drawingsAfterAlteration',
  'characteristics',
] as const
export type Missing = (typeof missingContents)[number]

/** Why an item is incomplete, and since when; null since the plant began. */
export type ItemGap = { missing: Missing; since: string | null }

const missingSinceStart = (missing: Missing): ItemGap => ({ missing, since: null })

const certificates = (facts: LogbookFacts, dayOf: DayOf): ItemGap | null => {
  const { alterations, commissionedAt, alterationCertifiedAt } = facts
  if (commissionedAt === null) return missingSinceStart('commissioningCertificate')
  const last = [commissionedAt, alterationCertifiedAt ?? ''].toSorted().at(-1) ?? commissionedAt
  const since = alterations.find((at) => dayOf(at) > dayOf(last))
  return since === undefined ? null : { missing: 'alterationCertificate', since }
}

const alterations = (facts: LogbookFacts, dayOf: DayOf): ItemGap | null => {
  if (facts.drawings === null) return missingSinceStart('drawings')
  const since = findUndrawnChange(facts, dayOf)
  return since === null ? null : { missing: 'drawingsAfterAlteration', since }
}

const requiredInspections = ['inspectionDaily', 'inspectionMonthly', 'inspectionYearly', 'inspectionVisual'] as const

const isInspected = ({ latest }: LogbookFacts): boolean =>
  requiredInspections.some((kind) => latest[kind] !== undefined)

const itemChecks: Readonly<
  Record<RequiredItem, (facts: LogbookFacts, dayOf: DayOf, openFaults: readonly string[]) => ItemGap | null>
> = {
  certificates,
  tests: (facts) => (facts.lastTestAt !== null || isInspected(facts) ? null : missingSinceStart('testsOrInspections')),
  services: (facts) =>
    facts.latest.service !== undefined || isInspected(facts) ? null : missingSinceStart('services'),
  defects: ({ openDefects }, _, openFaults) => {
    const since = [...openDefects, ...openFaults].toSorted()[0]
    return since === undefined ? null : { missing: 'remedies', since }
  },
  alterations,
  automaticTester: ({ latest }) => (latest.automaticTester === undefined ? missingSinceStart('characteristics') : null),
}

/** Gaps of the logbook. `openFaults`: start of each open fault known to compliance. */
export const findGaps = (
  facts: LogbookFacts,
  dayOf: DayOf,
  openFaults: readonly string[],
): ({ item: RequiredItem } & ItemGap)[] =>
  requiredItems.flatMap((item) => {
    const gap = itemChecks[item](facts, dayOf, openFaults)
    return gap ? [{ item, ...gap }] : []
  })

/** All items in order, each with its gap; null if complete. */
export const listItems = (gaps: readonly ({ item: RequiredItem } & ItemGap)[]) =>
  requiredItems.map((item) => ({ item, missing: gaps.find((gap) => gap.item === item)?.missing ?? null }))
