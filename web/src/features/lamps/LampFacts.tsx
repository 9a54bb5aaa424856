import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import type { LampDetail } from '@vigilux/contract/features/lamps/lamp-detail.ts'
import { useTranslation } from 'react-i18next'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { useFormats } from '../../shared/format/format.ts'
import { RelativeTime } from '../../shared/format/RelativeTime.tsx'
import { Facts } from '../../shared/layout/PageHeader.tsx'
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
  const { percent, duration, dateTime, number } = useFormats(timezone)
  const groupLabel = useGroupLabel()
  const measuredAs = (value: number | null | undefined, unit: string) =>
    typeof value === 'number' ? `${number(value, { maximumFractionDigits: 1 })}\u202F${unit}` : unknown
  const unknown = t('unknown')
  const minutes = (value: number | null) => (value === null ? unknown : duration(value * 60_000))
  const share = (value: number | null) => (value === null ? unknown : percent(value))
  const last = results.find(({ kind }) => kind === 'functional')
  return (
    <section className="vx-panel-part">
      <Facts
        entries={[
          [t('fact.state'), <LampState key="state" lamp={lamp} />],
          [t('fact.mode'), lamp.mode ? t(`mode.${lamp.mode}`) : unknown],
          [t('fact.serial'), lamp.serial],
          [t('fact.unit'), serialOf(lamp.cu)],
          [t('fact.type'), t(`type.${lamp.type}`)],
          [t('fact.function'), lamp.function ? t(`function.${lamp.function}`) : unknown],
          [t('fact.product'), lamp.product_code ?? unknown],
          [
            t('fact.groups'),
            lamp.groups.length > 0
              ? lamp.groups.map((group) => groupLabel(lamp.cu, group)).join(', ')
              : t('fact.noGroups'),
          ],
          [t('fact.testGroup'), lamp.parity ? t(`parity.${lamp.parity}`) : unknown],
          [t('fact.dimming'), share(lamp.dimming)],
          [t('fact.battery'), share(lamp.battery)],
          [t('fact.autonomy'), minutes(lamp.autonomy)],
          [t('fact.measured'), minutes(measured)],
          [
            t('fact.lastTest'),
            last
              ? `${tShared(`state.${last.result as 'passed' | 'failed' | 'notExecuted'}`)}, ${dateTime(last.at)}`
              : unknown,
          ],
          [t('fact.software'), lamp.software_version ?? unknown],
          [t('fact.number'), lampNumber(lamp.id)],
          [t('fact.name'), detail?.name || unknown],
          [t('fact.orderCode'), detail?.orderCode ?? unknown],
          [t('fact.nodeType'), detail?.nodeType ?? unknown],
          [t('fact.inputMode'), detail?.inputMode ?? unknown],
          [t('fact.line'), detail?.line ? String(detail.line) : unknown],
          [t('fact.power'), measuredAs(detail?.power, 'W')],
          [t('fact.energy'), measuredAs(detail?.energy == null ? null : detail.energy / 1000, 'kWh')],
          [t('fact.onHours'), measuredAs(detail?.onHours, 'h')],
          [t('fact.spareParts'), detail?.spareParts.join(', ') || unknown],
          [
            t('fact.reported'),
            lamp.reported_at ? <RelativeTime key="reported" at={lamp.reported_at} timeZone={timezone} /> : unknown,
          ],
        ]}
      />
    </section>
  )
}
