import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { UnitDetail } from '@vigilux/contract/features/central-units/unit-detail.ts'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import { RelativeTime } from '../../shared/format/RelativeTime.tsx'
import { type KnownFact, KnownFacts } from '../../shared/layout/KnownFacts.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { KnownProduct, useProduct } from '../../shared/product/ProductCard.tsx'
import { UnitState } from './UnitState.tsx'
import { useFormatReading } from './use-format-reading.ts'

/** Minutes ahead of UTC, as `UTC+1:30`. */
export function utcOffset(minutes: number): string {
  const size = Math.abs(minutes)
  const minutesPart = size % 60 === 0 ? '' : `:${String(size % 60).padStart(2, '0')}`
  return `UTC${minutes < 0 ? '−' : '+'}${Math.floor(size / 60)}${minutesPart}`
}

type UnitFactsProps = {
  unit: CentralUnit
  detail?: UnitDetail | null
  /** A card beside shows the clock. */
  withoutClock?: boolean
}

/** Reported facts of a unit, the rarely needed ones folded; a missing one is unknown, never 0. */
export function UnitFacts({ unit, detail, withoutClock = false }: UnitFactsProps) {
  const { t } = useTranslation('central-units')
  const { timezone } = useCurrentPlant().plant
  const { number, dateTime } = useFormats(timezone)
  const clockFacts = useClockFacts()
  const detailEntries = useDetailEntries()
  const orNull = (value: string | null | undefined) => value || null
  const { lamps, network, versions } = unit
  const isAcquired = unit.connection !== 'notAcquired'
  const count = (value: number) => (isAcquired ? number(value) : null)
  return (
    <section className="vx-panel-part">
      <h3>{t('fact.title')}</h3>
      <KnownFacts
        entries={[
          [t('fact.type'), unit.type_name],
          [t('fact.state'), <UnitState key="state" unit={unit} />],
          // Shown next to the state, which may be younger: a unit on battery has been connected for longer.
          [t(`fact.${unit.connection}`), dateTime(unit.connection_since)],
          [
            t('fact.lastSeen'),
            unit.last_seen ? <RelativeTime key="seen" at={unit.last_seen} timeZone={timezone} /> : t('word.never'),
          ],
          ...(unit.working ? ([[t('fact.working'), t('yes')]] as const) : []),
          ...(unit.enabled ? [] : ([[t('fact.enabled'), t('no')]] as const)),
          [t('fact.found'), count(lamps.found)],
          [t('fact.inError'), count(lamps.in_error)],
          [t('fact.network'), networkLabels(t(`network.${network.state}`), network)],
        ]}
        more={[
          [t('fact.serial'), unit.cu_id],
          ...(withoutClock ? [] : clockFacts(unit)),
          [t('fact.plantCode'), network.plant_code === null ? null : String(network.plant_code)],
          [t('fact.present'), count(lamps.present)],
          [t('fact.configured'), count(lamps.configured)],
          [t('fact.emergency'), count(lamps.emergency)],
          [t('fact.lighting'), count(lamps.lighting)],
          [t('fact.sensors'), count(lamps.sensors)],
          [t('fact.interface'), orNull(versions.interface)],
          [t('fact.firmware'), orNull(versions.firmware)],
          [t('fact.nube'), orNull(versions.nube)],
          [t('fact.porting'), orNull(versions.porting)],
          [t('fact.orderCode'), orNull(unit.order_code)],
          [t('fact.productCode'), orNull(unit.product_code)],
          ...(detail === undefined ? [] : detailEntries(detail)),
        ]}
      />
      <ProductOfUnit code={unit.product_code} />
    </section>
  )
}

function useClockFacts(): (unit: CentralUnit) => readonly KnownFact[] {
  const { t } = useTranslation('central-units')
  const { duration } = useFormats()
  return ({ cu_utc_offset: offset, clock_drift: drift }) => [
    [t('fact.clock'), offset === null ? null : utcOffset(offset)],
    [t('fact.drift'), drift === null ? null : duration(Math.abs(drift) * 1000)],
  ]
}

/** The unit's product, if the catalogue has it. */
function ProductOfUnit({ code }: { code: string | null }) {
  const info = useProduct(code)
  return info ? <KnownProduct info={info} /> : null
}

/** The unit's detail as facts. */
function useDetailEntries(): (detail: UnitDetail | null) => readonly KnownFact[] {
  const { t } = useTranslation('central-units')
  const { duration, percent } = useFormats()
  const formatReading = useFormatReading()
  const formatKnown = (value: number | null | undefined, unit: string) =>
    typeof value === 'number' ? formatReading(value, unit) : null
  const orNull = (value: string | null | undefined) => value || null
  const share = (value: number | null | undefined) => (typeof value === 'number' ? percent(value) : null)
  const minutes = (value: number | null | undefined) => (typeof value === 'number' ? duration(value * 60_000) : null)
  return (detail) => [
    [t('fact.name'), orNull(detail?.name)],
    [t('fact.batteryCode'), orNull(detail?.batteryCode)],
    [t('fact.dimension'), orNull(detail?.dimension)],
    [t('fact.mainId'), orNull(detail?.mainId)],
    [t('fact.substationIds'), orNull(detail?.substationIds.join(', '))],
    [t('fact.ratedHours'), detail?.ratedHours ? duration(detail.ratedHours * 3_600_000) : null],
    [t('fact.batteryCharge'), share(detail?.battery?.charge)],
    [t('fact.batteryVoltage'), formatKnown(detail?.battery?.voltage, 'V')],
    [t('fact.batteryCurrent'), formatKnown(detail?.battery?.current, 'A')],
    [t('fact.batteryTemperature'), formatKnown(detail?.battery?.temperature, '°C')],
    [t('fact.batteryAutonomy'), minutes(detail?.battery?.autonomyMin)],
  ]
}

function networkLabels(state: string, { found, expected }: CentralUnit['network']): string {
  return expected === null ? state : `${state}, ${found} / ${expected}`
}
