import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import type { LampDetail } from '@vigilux/contract/features/lamps/lamp-detail.ts'
import { useTranslation } from 'react-i18next'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { useFormats } from '../../shared/format/format.ts'
import { RelativeTime } from '../../shared/format/RelativeTime.tsx'
import { KnownFacts } from '../../shared/layout/KnownFacts.tsx'
import { useOpenPlant } from '../../shared/plant/plant.ts'
import { serialOf } from '../central-units/index.ts'
import { useGroupLabel } from '../groups/index.ts'
import { LampState } from './LampState.tsx'
import { lampNumber } from './lamp-lists.ts'

type FactsProps = {
  lamp: Lamp
  measured: number | null
  results: ActionOutput<'getLamp'>['results']
  detail: LampDetail | null
}

/** What a lamp reported of itself; what it did not report is unknown, never 0. */
export function LampFacts({ lamp, measured, results, detail }: FactsProps) {
  const { t } = useTranslation('lamps')
  const { t: tShared } = useTranslation('shared')
  const { timezone } = useOpenPlant().plant
  const { percent, duration, dateTime, measure } = useFormats(timezone)
  const groupLabel = useGroupLabel()
  const measuredAs = (value: number | null | undefined, unit: string) =>
    typeof value === 'number' ? measure(value, unit, 1) : null
  const minutes = (value: number | null) => (value === null ? null : duration(value * 60_000))
  const share = (value: number | null) => (value === null ? null : percent(value))
  const last = results.find(({ kind }) => kind === 'functional')
  return (
    <section className="vx-panel-part">
      <KnownFacts
        entries={[
          [t('fact.state'), <LampState key="state" lamp={lamp} />],
          [t('fact.mode'), lamp.mode ? t(`mode.${lamp.mode}`) : null],
          [t('fact.serial'), lamp.serial],
          [t('fact.unit'), serialOf(lamp.cu)],
          [t('fact.type'), t(`type.${lamp.type}`)],
          [t('fact.function'), lamp.function ? t(`function.${lamp.function}`) : null],
          [t('fact.product'), lamp.product_code ?? null],
          [
            t('fact.groups'),
            lamp.groups.length > 0
              ? lamp.groups.map((group) => groupLabel(lamp.cu, group)).join(', ')
              : t('fact.noGroups'),
          ],
          [t('fact.testGroup'), lamp.parity ? t(`parity.${lamp.parity}`) : null],
          [t('fact.dimming'), share(lamp.dimming)],
          [t('fact.battery'), share(lamp.battery)],
          [t('fact.autonomy'), minutes(lamp.autonomy)],
          [t('fact.measured'), minutes(measured)],
          [
            t('fact.lastTest'),
            last
              ? `${tShared(`state.${last.result as 'passed' | 'failed' | 'notExecuted'}`)}, ${dateTime(last.at)}`
              : null,
          ],
          [t('fact.software'), lamp.software_version ?? null],
          [t('fact.number'), lampNumber(lamp.id)],
          [t('fact.name'), detail?.name || null],
          [t('fact.orderCode'), detail?.orderCode ?? null],
          [t('fact.nodeType'), detail?.nodeType ?? null],
          [t('fact.inputMode'), detail?.inputMode ?? null],
          [t('fact.line'), detail?.line ? String(detail.line) : null],
          [t('fact.power'), measuredAs(detail?.power, 'W')],
          [t('fact.energy'), measuredAs(detail?.energy == null ? null : detail.energy / 1000, 'kWh')],
          [t('fact.onHours'), measuredAs(detail?.onHours, 'h')],
          [t('fact.spareParts'), detail?.spareParts.join(', ') || null],
          [
            t('fact.reported'),
            lamp.reported_at ? <RelativeTime key="reported" at={lamp.reported_at} timeZone={timezone} /> : null,
          ],
        ]}
      />
    </section>
  )
}
