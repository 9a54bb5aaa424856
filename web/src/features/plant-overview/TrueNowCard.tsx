import { type Condition, conditions } from '@vigilux/contract/features/plants/conditions.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import { usePhone } from '../../shared/layout/use-phone.ts'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { StatusBar } from '../../shared/status/StatusBar.tsx'
import { styleOf } from '../../shared/status/states.ts'
import { pathTo } from '../../site-map.ts'
import { CurrentTest } from '../emergency-tests/index.ts'
import * as styles from './plant-overview.module.css'

/** OK first, then by severity. */
const order: readonly Condition[] = ['ok', ...conditions.filter((condition) => condition !== 'ok')]

/** Fades on a change, not when it first appears. */
function Figure({ text }: { text: string }) {
  const [first] = useState(text)
  const [changed, setChanged] = useState(false)
  useEffect(() => setChanged((previous) => previous || text !== first), [text, first])
  return (
    <b key={text} className={changed ? 'vx-changed' : undefined}>
      {text}
    </b>
  )
}

/** The present state: the number of devices in each state, and the running test, or the last one. */
export function TrueNowCard() {
  const { t } = useTranslation('plant-overview')
  const phone = usePhone()
  return (
    <section className={`vx-card ${styles.trueNow}`} aria-label={t('now.title')}>
      <div>
        <Counts />
        <Absent />
      </div>
      <CurrentTest onlyRunning={phone} />
    </section>
  )
}

/** Numbers of devices, each linked to those devices. */
function Counts() {
  const { t } = useTranslation('plant-overview')
  const { plant, plantId } = useCurrentPlant()
  const { number } = useFormats()
  const shown = order.filter((state) => plant.counts[state] > 0 || state === 'ok')
  return (
    <>
      <ul className={styles.counts} aria-label={t('counts')}>
        {shown.map((state) => {
          const { icon: Mark, tone } = styleOf(state)
          return (
            <li key={state} data-tone={tone} data-state={state}>
              <AppLink to={pathTo('devices', { plantId }, { f: state })}>
                <Figure text={number(plant.counts[state])} />
                <span>
                  <Mark size={16} stroke={2} aria-hidden />
                  {t(`state.${state}`)}
                </span>
              </AppLink>
            </li>
          )
        })}
      </ul>
      <StatusBar counts={order.map((state) => ({ state, count: plant.counts[state] }))} />
    </>
  )
}

/** The absent dangers, and the units for which they are unknown; hidden while no device has reported. */
function Absent() {
  const { t } = useTranslation('plant-overview')
  const { plant, units } = useCurrentPlant()
  const silent = units.filter(({ connection }) => connection === 'disconnected')
  const [first, ...others] = silent
  if (plant.lamps === 0 || silent.length === units.length) return null
  const parts = [
    plant.counts.emergency === 0 ? t('now.noBattery') : '',
    plant.counts.inhibited === 0 ? t('now.noInhibited') : '',
  ].filter(Boolean)
  if (parts.length === 0) return null
  if (first)
    parts.push(
      others.length === 0 ? t('now.without', { serial: first.cu_id }) : t('now.withoutUnits', { count: silent.length }),
    )
  const [begin = '', ...rest] = parts
  return <p className="vx-quiet">{[begin.charAt(0).toLocaleUpperCase() + begin.slice(1), ...rest].join(', ')}</p>
}
