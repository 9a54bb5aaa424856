import { gearAt, gearLabel } from '@vigilux/contract/features/central-units/gear-address.rules.ts'
import { maxGroupsPerLamp } from '@vigilux/contract/features/groups/group.ts'
import type { GearDetail } from '@vigilux/contract/features/lamps/gear-detail.ts'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import type { KnownFact } from '../../shared/layout/KnownFacts.tsx'
import { PendingTests } from './PendingTests.tsx'

const dayMs = 86_400_000
/** Gear counts failures no further. */
const maxCountedFailures = 253

/** Intervals at which a lamp tests itself. */
function useOwnTestsText(): (tests: NonNullable<GearDetail['ownTests']>) => string {
  const { t } = useTranslation('lamps')
  const { duration } = useFormats()
  const interval = (days: number) => (days === 0 ? t('gear.never') : duration(days * dayMs))
  return ({ functionalDays, autonomyWeeks }) =>
    functionalDays === 0 && autonomyWeeks === 0
      ? t('gear.noOwnTests')
      : t('gear.ownTests', { functional: interval(functionalDays), autonomy: interval(7 * autonomyWeeks) })
}

/** Counters of gear and its light; none for gear without counters. */
function useMaintenanceFacts(): (maintenance: GearDetail['maintenance']) => KnownFact[] {
  const { t } = useTranslation('lamps')
  const { number, measure } = useFormats()
  const hours = (value: number | null) => (value === null ? null : measure(value, 'h'))
  const failures = (value: number | null) => {
    if (value === null) return null
    return value >= maxCountedFailures ? t('gearTable.orMore', { time: number(value) }) : number(value)
  }
  return (maintenance) =>
    maintenance
      ? [
          [t('fact.gearHours'), hours(maintenance.gearHours)],
          [t('fact.gearFailures'), failures(maintenance.gearFailures)],
          [t('fact.lampFailures'), failures(maintenance.lampFailures)],
          [t('fact.ratedLife'), hours(maintenance.ratedLifeHours)],
        ]
      : []
}

/** Facts of a lamp's addressed gear; none for other lamps. */
export function useGearFacts(lamp: Pick<Lamp, 'id' | 'groups'>, gear: GearDetail | undefined): KnownFact[] {
  const { t } = useTranslation('lamps')
  const ownTestsText = useOwnTestsText()
  const maintenanceFacts = useMaintenanceFacts()
  if (!gear) return []
  const { line, shortAddress } = gearAt(lamp.id)
  const place = gearLabel(line, shortAddress)
  const pair = gear.pairedWith === null ? null : gearLabel(line, gear.pairedWith)
  const hasPending = gear.pending.functional !== null || gear.pending.autonomy !== null
  return [
    [t('fact.gear'), pair ? t('gear.paired', { gear: place, pair }) : place],
    [t('fact.gtin'), gear.gtin],
    [t('fact.identification'), gear.recognisable ? gear.identification : t('gear.unrecognisable')],
    [t('fact.ownTests'), gear.ownTests && ownTestsText(gear.ownTests)],
    ...maintenanceFacts(gear.maintenance),
    ...(hasPending ? ([[t('fact.pendingTests'), <PendingTests key="pending" pending={gear.pending} />]] as const) : []),
    ...(lamp.groups.length > maxGroupsPerLamp ? ([[t('fact.manyGroups'), t('gear.manyGroups')]] as const) : []),
  ]
}
