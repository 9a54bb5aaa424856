import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { LedState } from '@vigilux/contract/features/central-units/unit-front.ts'
import { panelStateOf } from '@vigilux/contract/features/remote-panel/panel-state.rules.ts'
import { useTranslation } from 'react-i18next'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import * as styles from './remote-panel.module.css'

const lights = ['ready', 'emergency', 'failure'] as const
type Light = { name: (typeof lights)[number]; led: LedState; text: string }

/** The three lights of the plant or the selected units, on an always dark panel; each has a sentence. */
export function PanelLights({ units }: { units: readonly CentralUnit[] }) {
  const { t } = useTranslation('remote-panel')
  const { plant, units: plantUnits } = useCurrentPlant()
  const acquired = units.filter(({ connection }) => connection !== 'notAcquired')
  const states = acquired.map(panelStateOf)
  const withLamps = acquired.filter(({ lamps }) => lamps.present > 0).map(panelStateOf)
  const readyCount = withLamps.filter((state) => state === 'ready').length
  const count = (...panelStates: readonly string[]) => states.filter((state) => panelStates.includes(state)).length
  const troubledCount = count('failure', 'offline')
  const emergencyCount = count('emergency', 'unprotected')
  const onBattery = units.length === plantUnits.length ? plant.counts.emergency : emergencyCount
  const shown: Light[] = [
    {
      name: 'ready',
      led: readyCount > 0 && readyCount === withLamps.length ? 'on' : 'off',
      text: readyCount > 0 ? t('say.ready', { count: readyCount }) : t('say.noReady'),
    },
    {
      name: 'emergency',
      led: emergencyCount > 0 ? 'on' : 'off',
      text: emergencyCount > 0 ? t('say.emergency', { count: onBattery }) : t('say.noEmergency'),
    },
    {
      name: 'failure',
      led: troubledCount > 0 ? 'on' : 'off',
      text: troubledCount > 0 ? t('say.failure', { count: troubledCount }) : t('say.noFailure'),
    },
  ]
  return (
    <ul className={styles.panelLights} data-part="panel-lights" aria-label={t('title')}>
      {shown.map(({ name, led, text: stateText }) => (
        <li key={name}>
          <span className={styles.led} data-light={name} data-led={led} aria-hidden />
          <span>
            <b>{t(`led.${name}`)}</b>
            <span className="vx-hidden">{`, ${t(`led.${led}`)}. `}</span>
            <span>{stateText}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
