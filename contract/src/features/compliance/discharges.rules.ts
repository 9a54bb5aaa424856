import type { DischargeFact } from './facts.ts'
import { createFinding, hoursBetween, lampEvidence, type Rule } from './finding.ts'

const testEvidence = ({ cu, name, startedAt }: DischargeFact) => ({ cu, name, at: startedAt.at })

/** R4: each lamp was charged without interruption before its last autonomy test. */
export const chargedBeforeTest: Rule = ({ discharges }, { chargeHours }) =>
  createFinding({
    notMet: discharges.flatMap((one) => {
      if (one.dischargedUntil === null) return []
      const hours = hoursBetween(one.dischargedUntil, one.startedAt.at)
      if (hours >= chargeHours) return []
      return { ...testEvidence(one), what: 'tooSoon' as const, value: Math.floor(hours), limit: chargeHours }
    }),
    limit: chargeHours,
  })

/** R5: on an always open site, even and odd lamps are not discharged together. */
export const alternateTests: Rule = ({ discharges }) =>
  createFinding({
    notMet: discharges
      .filter(({ parities }) => parities.includes('even') && parities.includes('odd'))
      .map((one) => ({ ...testEvidence(one), what: 'bothParities' as const })),
  })

/** R6: on an always open site, the second half is tested after the first has recharged. */
export const secondHalfAfterRecharge: Rule = ({ discharges }, { chargeHours }) => {
  const areDifferentUnits = (a: DischargeFact, b: DischargeFact) =>
    a.cu === b.cu && a.parities.length === 1 && b.parities.length === 1 && a.parities[0] !== b.parities[0]
  const closeDischarges = discharges.flatMap((second) => {
    const gaps = discharges
      .filter((first) => areDifferentUnits(first, second) && first.startedAt.at <= second.startedAt.at)
      .map((first) => hoursBetween(first.endedAt.at, second.startedAt.at))
      .filter((hours) => hours < chargeHours)
    const shortestGap = Math.min(...gaps)
    if (gaps.length === 0) return []
    return {
      ...testEvidence(second),
      what: 'tooSoon' as const,
      value: Math.max(0, Math.floor(shortestGap)),
      limit: chargeHours,
    }
  })
  return createFinding({ notMet: closeDischarges, limit: chargeHours })
}

/** R7: on an always open site, every lamp is even or odd; neighbors stay lit. */
export const paritiesKnown: Rule = ({ lamps }) =>
  createFinding({
    notMet: lamps.filter(({ parity }) => parity === null).map((lamp) => ({ ...lampEvidence(lamp), what: 'noParity' })),
  })
