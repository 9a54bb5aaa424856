import type { Handover, InstalledLamp } from '@vigilux/contract/features/handover/handover.ts'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { pathTo } from '../../site-map.ts'
import { serialOf } from '../central-units/index.ts'
import * as styles from './handover.module.css'

/** Installed lamps by central unit, with the findings of the first full test. */
export function InstalledCard({ handover }: { handover: Handover }) {
  const { t } = useTranslation('handover')
  const { number, list, measure } = useFormats()
  const { units, rated, lamps, passed, failed, untested, state } = handover
  const durations = rated.map(({ minutes, count }) =>
    minutes === null ? t('installed.unknown', { count }) : `${measure(minutes, 'min')}: ${number(count)}`,
  )
  return (
    <Card title={t('installed.title')}>
      <section
        className={styles.handoverScroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={t('installed.title')}
      >
        <table className={styles.handoverUnits}>
          <thead>
            <tr>
              <th scope="col">{t('word.centralUnit')}</th>
              {(['word.devices', 'installed.emergency', 'test.passedHead'] as const).map((headerKey) => (
                <th scope="col" key={headerKey}>
                  {t(headerKey)}
                </th>
              ))}
              <th scope="col">{t('test.failedHead')}</th>
              <th scope="col">{t('test.untestedHead')}</th>
            </tr>
          </thead>
          <tbody>
            {units.map((unit) => (
              <tr key={unit.cu}>
                <th scope="row">{[serialOf(unit.cu), unit.name, unit.place].filter(Boolean).join(' · ')}</th>
                {[unit.devices, unit.emergency, unit.passed, unit.failed, unit.untested].map((count, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns of a fixed order
                  <td key={at}>{number(count)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {durations.length > 0 ? (
        <p>
          {t('word.ratedDuration')}: {list(durations)}
        </p>
      ) : null}
      <h3>{t('test.title')}</h3>
      <p>{t('test.passed', { passed: number(passed), total: number(lamps) })}</p>
      <LampNames title={t('test.failedHead')} of={failed} />
      <LampNames title={t('test.untestedHead')} of={untested} />
      {state === 'open' ? null : <p className="vx-hint">{t('installed.frozen')}</p>}
    </Card>
  )
}

/** Number of lamps named before the others are counted. */
const initiallyNamed = 12

function LampNames({ title, of: { count, lamps } }: { title: string; of: { count: number; lamps: InstalledLamp[] } }) {
  const { t } = useTranslation('handover')
  const { plantId } = useCurrentPlant()
  if (count === 0) return null
  const shown = lamps.slice(0, initiallyNamed)
  return (
    <p className={styles.handoverLamps}>
      <b>{title}:</b>{' '}
      {shown.map(({ cu, addr, name, serial }) => (
        <AppLink key={`${cu} ${addr}`} to={pathTo('devices', { plantId }, { lamp: `${cu}.${addr}` })}>
          {[`${serialOf(cu)}.${lampNumber(addr)}`, name || serial].filter(Boolean).join(' ')}
        </AppLink>
      ))}
      {count > shown.length ? <span>{t('test.more', { count: count - shown.length })}</span> : null}
    </p>
  )
}
