import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { useTranslation } from 'react-i18next'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { useFormats } from '../../shared/format/format.ts'
import { RelativeTime } from '../../shared/format/RelativeTime.tsx'
import { Facts } from '../../shared/layout/PageHeader.tsx'
import { useOpenPlant } from '../../shared/plant/plant.ts'
import { serialOf } from '../central-units/index.ts'
import { LampState } from './LampState.tsx'

type FactsProps = { lamp: Lamp; measured: number | null; results: ActionOutput<'getLamp'>['results'] }

/** What a lamp told of itself; what it did not tell is unknown, never 0. */
export function LampFacts({ lamp, measured, results }: FactsProps) {
  const { t } = useTranslation('lamps')
  const { t: say } = useTranslation('shared')
  const { timezone } = useOpenPlant().plant
  const { percent, duration, dateTime } = useFormats(timezone)
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
          [t('fact.groups'), lamp.groups.length > 0 ? lamp.groups.join(', ') : t('fact.noGroups')],
          [t('fact.testGroup'), lamp.parity ? t(`parity.${lamp.parity}`) : unknown],
          [t('fact.dimming'), share(lamp.dimming)],
          [t('fact.battery'), share(lamp.battery)],
          [t('fact.autonomy'), minutes(lamp.autonomy)],
          [t('fact.measured'), minutes(measured)],
          [
            t('fact.lastTest'),
            last
              ? `${say(`state.${last.result as 'passed' | 'failed' | 'notExecuted'}`)}, ${dateTime(last.at)}`
              : unknown,
          ],
          [t('fact.software'), lamp.software_version ?? unknown],
          [
            t('fact.reported'),
            lamp.reported_at ? <RelativeTime key="reported" at={lamp.reported_at} timeZone={timezone} /> : unknown,
          ],
        ]}
      />
    </section>
  )
}
