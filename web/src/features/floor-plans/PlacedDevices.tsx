import { useTranslation } from 'react-i18next'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { bySeverity } from '../../shared/status/states.ts'
import * as styles from './floor-plans.module.css'
import { useDeviceName } from './use-device-name.ts'
import type { PlanDevices } from './use-plan-devices.ts'

type PlacedProps = {
  devices: PlanDevices
  keys: readonly string[]
  selected: ReadonlySet<string>
  onPick: (key: string) => void
}

/** Maximum number of devices rendered in the list. */
const maxDrawn = 100

/** The devices of a plan as a list, worst first: keyboard access to each mark. */
export function PlacedDevices({ devices, keys, selected, onPick }: PlacedProps) {
  const { t } = useTranslation('floor-plans')
  const nameOf = useDeviceName()
  const rows = keys
    .map((key) => devices.byKey.get(key))
    .filter((device) => device !== undefined)
    .toSorted((a, b) => bySeverity(a.state, b.state) || (a.lamp?.id ?? 0) - (b.lamp?.id ?? 0))
  return (
    <details className={styles.planTable}>
      <summary>{t('placedList', { count: rows.length })}</summary>
      <ul>
        {rows.slice(0, maxDrawn).map((device) => (
          <li key={device.key}>
            <button type="button" aria-pressed={selected.has(device.key)} onClick={() => onPick(device.key)}>
              <span>{nameOf(device)}</span>
              <StatusInline state={device.state} />
            </button>
          </li>
        ))}
        {rows.length > maxDrawn ? (
          <li className="vx-quiet">{t('moreFound', { count: rows.length - maxDrawn })}</li>
        ) : null}
      </ul>
    </details>
  )
}
