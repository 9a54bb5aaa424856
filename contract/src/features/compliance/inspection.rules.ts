import type { TestKind } from '../emergency-tests/test-run.ts'
import type { Facts, LampFact, Moment } from './facts.ts'
import { listOpenFaultEvidence } from './faults.rules.ts'
import { type Inspection, maxShownDefects, presentCauses } from './inspection.ts'

type PresentFacts = Pick<Facts, 'lamps' | 'units' | 'unitFaults'>

const earliest = (moments: readonly (Moment | null)[]): string | null =>
  moments
    .flatMap((moment) => moment?.at ?? [])
    .toSorted()
    .at(0) ?? null

/** Present faults, and since when. */
const listPresent = ({ lamps, units }: PresentFacts): Inspection['present'] => {
  const offline = units.filter(({ online }) => !online)
  const lampsIn = (now: LampFact['now']) => lamps.filter((lamp) => lamp.now === now)
  const faulty = lamps.filter(({ faultySince }) => faultySince !== null)
  const found: Record<(typeof presentCauses)[number], { count: number; since: string | null }> = {
    onBattery: { count: lampsIn('onBattery').length, since: null },
    inhibited: {
      count: lampsIn('inhibited').length,
      since: earliest(lampsIn('inhibited').map(({ inhibitedSince }) => inhibitedSince)),
    },
    faulty: { count: faulty.length, since: earliest(faulty.map(({ faultySince }) => faultySince)) },
    notReporting: {
      count: lampsIn('notReporting').length,
      since: earliest(lampsIn('notReporting').map(({ silentSince }) => silentSince)),
    },
    unitsOffline: { count: offline.length, since: earliest(offline.map(({ lastSeen }) => lastSeen)) },
  }
  return presentCauses.flatMap((cause) => (found[cause].count > 0 ? [{ cause, ...found[cause] }] : []))
}

const lastTestOf = (
  kind: TestKind,
  group: 'even' | 'odd' | null,
  lamps: readonly LampFact[],
): Inspection['lastTests'][number] => {
  const results = lamps.flatMap((lamp) => lamp[kind] ?? [])
  const passed = results.filter(({ result }) => result === 'passed')
  const measured = passed.flatMap(({ measuredS }) => measuredS ?? [])
  return {
    kind,
    group,
    at:
      results
        .map(({ at }) => at.at)
        .toSorted()
        .at(-1) ?? null,
    passed: passed.length,
    lamps: lamps.length,
    shortestS: measured.length > 0 ? Math.min(...measured) : null,
  }
}

/** The last test of each kind, autonomy tests by test group. */
const listLastTests = ({ lamps }: PresentFacts): Inspection['lastTests'] => [
  lastTestOf('functional', null, lamps),
  ...([null, 'even', 'odd'] as const).flatMap((group) => {
    const members = lamps.filter(({ parity }) => parity === group)
    return members.length > 0 ? [lastTestOf('autonomy', group, members)] : []
  }),
]

/** Lamps and units as an inspector sees them, from the facts of the rules. */
export const inspectDevices = (
  facts: PresentFacts,
): Pick<Inspection, 'lampsOk' | 'present' | 'lastTests' | 'openDefects'> => {
  const faults = listOpenFaultEvidence(facts)
  return {
    lampsOk: facts.lamps.filter(({ now, faultySince }) => now === 'ready' && faultySince === null).length,
    present: listPresent(facts),
    lastTests: listLastTests(facts),
    openDefects: {
      count: faults.length,
      shown: faults.slice(0, maxShownDefects).map(({ evidence, since }) => ({
        cu: evidence.cu ?? '',
        addr: evidence.addr ?? null,
        name: evidence.name ?? '',
        place: evidence.place ?? '',
        since: since.at,
      })),
    },
  }
}
