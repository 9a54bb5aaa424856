import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import type { LampDetail } from '@vigilux/contract/features/lamps/lamp-detail.ts'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { useTranslation } from 'react-i18next'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { useFormats } from '../../shared/format/format.ts'
import { RelativeTime } from '../../shared/format/RelativeTime.tsx'
import { type KnownFact, KnownFacts } from '../../shared/layout/KnownFacts.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { serialOf } from '../central-units/index.ts'
import { useGroupLabel } from '../groups/index.ts'
import { useGearFacts } from './gear-facts.tsx'
import { LampState } from './LampState.tsx'
import { isLuminaire } from './lamp-lists.ts'

type LampAnswer = ActionOutput<'getLamp'>
type FactsProps = { lamp: Lamp; lampAnswer: LampAnswer }

/** Reported facts of a lamp, the rarely needed ones folded; a missing one is unknown, never 0. */
export function LampFacts({ lamp, lampAnswer }: FactsProps) {
  const { t } = useTranslation('lamps')
  const { timezone } = useCurrentPlant().plant
  const { percent } = useFormats()
  const functionText = lamp.function ? t(`function.${lamp.function}`) : ''
  const levelText = lamp.dimming === null ? null : percent(lamp.dimming)
  const lightFacts = useLightFacts(lamp)
  const batteryFacts = useBatteryFacts(lamp, lampAnswer)
  const detailFacts = useDetailFacts(lampAnswer.detail)
  const gearFacts = useGearFacts(lamp, lampAnswer.detail?.gear)
  return (
    <section className="vx-panel-part">
      <KnownFacts
        // Sensors and others have no light, battery or groups: listing those as unknown would be misleading.
        entries={[
          [t('word.state'), <LampState key="state" lamp={lamp} />],
          [t('word.type'), [t(`type.${lamp.type}`), functionText].filter(Boolean).join(' · ')],
          [t('word.product'), lamp.product_code],
          ...(isLuminaire(lamp) ? lightFacts : []),
          ...(lamp.type === 'emergency' ? batteryFacts : []),
          ...gearFacts,
          [
            t('fact.reported'),
            lamp.reported_at ? <RelativeTime key="reported" at={lamp.reported_at} timeZone={timezone} /> : null,
          ],
        ]}
        more={[
          [t('fact.mode'), lamp.mode ? t(`mode.${lamp.mode}`) : null],
          [t('word.serial'), lamp.serial],
          [t('word.centralUnit'), serialOf(lamp.cu)],
          [t('fact.number'), lampNumber(lamp.id)],
          ...(isLuminaire(lamp) ? ([[t('word.levelNow'), levelText]] as const) : []),
          ...(isLuminaire(lamp) && !lamp.function ? ([[t('params.name.function'), null]] as const) : []),
          [t('fact.software'), lamp.software_version],
          ...detailFacts,
        ]}
      />
    </section>
  )
}

function useLightFacts(lamp: Lamp): KnownFact[] {
  const { t } = useTranslation('lamps')
  const groupLabel = useGroupLabel()
  const groups = lamp.groups.map((group) => groupLabel(lamp.cu, group)).join(', ')
  return [
    [t('word.groups'), groups || t('fact.noGroups')],
    [t('fact.testGroup'), lamp.parity ? t(`parity.${lamp.parity}`) : null],
  ]
}

function useBatteryFacts(lamp: Lamp, lampAnswer: LampAnswer | undefined): KnownFact[] {
  const { t } = useTranslation('lamps')
  const { percent, duration, dateTime } = useFormats(useCurrentPlant().plant.timezone)
  const minutes = (value: number | null) => (value === null ? null : duration(value * 60_000))
  const autonomyFacts = ({ lamp: { measured_autonomy }, results }: LampAnswer): KnownFact[] => {
    const last = results.find(({ kind }) => kind === 'functional')
    const outcome = last && t(`state.${last.result as 'passed' | 'failed' | 'notExecuted'}`)
    return [
      [t('fact.measured'), minutes(measured_autonomy)],
      [t('fact.lastTest'), last ? `${outcome}, ${dateTime(last.at)}` : null],
    ]
  }
  return [
    [t('word.battery'), lamp.battery === null ? null : percent(lamp.battery)],
    [t('fact.autonomy'), minutes(lamp.autonomy)],
    ...(lampAnswer ? autonomyFacts(lampAnswer) : []),
  ]
}

function useDetailFacts(detail: LampDetail | null): KnownFact[] {
  const { t } = useTranslation('lamps')
  const { measure } = useFormats()
  const formatMeasured = (value: number | null | undefined, unit: string, divisor = 1) =>
    typeof value === 'number' ? measure(value / divisor, unit, 1) : null
  const input = detail?.params.inputMode
  return [
    [t('word.nameInTheUnit'), detail?.name || null],
    [t('word.orderCode'), detail?.orderCode ?? null],
    [t('fact.nodeType'), detail?.nodeType ?? null],
    [t('fact.inputMode'), input ? t(`inputMode.${input}`) : (detail?.inputMode ?? null)],
    [t('fact.line'), detail?.line ? String(detail.line) : null],
    [t('word.powerNow'), formatMeasured(detail?.power, 'W')],
    [t('fact.energy'), formatMeasured(detail?.energy, 'kWh', 1000)],
    [t('fact.onHours'), formatMeasured(detail?.onHours, 'h')],
    [t('word.spareParts'), detail?.spareParts.join(', ') || null],
  ]
}
