import { useTranslation } from 'react-i18next'
import { lampNumber } from '../../shared/plant/lamps.ts'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { bySeverity } from '../../shared/status/states.ts'
import { keyOf, type PlanLamps } from './use-plan-lamps.ts'

type PlacedProps = {
  lamps: PlanLamps
  keys: readonly string[]
  selected: ReadonlySet<string>
  onPick: (key: string) => void
}

/** Lamps that are drawn in the list at once. */
const drawnAtOnce = 100

/** The lamps of a plan as a list, worst first: the way to each mark for who uses no mouse. */
export function PlacedLamps({ lamps, keys, selected, onPick }: PlacedProps) {
  const { t } = useTranslation('floor-plans')
  const rows = keys
    .map((key) => lamps.byKey.get(key))
    .filter((lamp) => lamp !== undefined)
    .toSorted((a, b) => bySeverity(a.condition, b.condition) || a.id - b.id)
  return (
    <details className="vx-plan-table">
      <summary>{t('placedList', { count: rows.length })}</summary>
      <ul>
        {rows.slice(0, drawnAtOnce).map((lamp) => (
          <li key={keyOf(lamp)}>
            <button type="button" aria-pressed={selected.has(keyOf(lamp))} onClick={() => onPick(keyOf(lamp))}>
              <span>{[lampNumber(lamp.id), lamp.description, lamp.location].filter(Boolean).join(' · ')}</span>
              <StatusInline state={lamp.condition} />
            </button>
          </li>
        ))}
        {rows.length > drawnAtOnce ? (
          <li className="vx-quiet">{t('moreFound', { count: rows.length - drawnAtOnce })}</li>
        ) : null}
      </ul>
    </details>
  )
}
