import { useTranslation } from 'react-i18next'
import { useSearchParams } from '../../shared/search-params.ts'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { bySeverity, type StateName, styleOf } from '../../shared/status/states.ts'
import { formatValues, parseValues } from '../../shared/table/table-filters.ts'
import * as styles from './floor-plans.module.css'
import { ShapeSign } from './ShapeSign.tsx'

const shapes = [
  ['emergency', 'circle'],
  ['exitSign', 'sign'],
  ['lighting', 'square'],
  ['other', 'diamond'],
  ['unit', 'hexagon'],
  ['bluetoothGateway', 'triangle'],
] as const

/** States in the plan's filter from the address; empty means all. */
export const shownStates = (filterParam: string | undefined): ReadonlySet<string> => new Set(parseValues(filterParam))

/** The states to show, kept in the address; none means all. */
export function useShownStates() {
  const [search, setSearch] = useSearchParams()
  const shown = shownStates(search.f)
  const toggle = (state: StateName) => {
    const next = new Set(shown)
    if (!next.delete(state)) next.add(state)
    setSearch({ f: next.size > 0 ? formatValues([...next]) : undefined })
  }
  return { shown, toggle }
}

/** Legend of shapes and colors with counts; a state can be selected as filter. */
export function PlanLegend({ counts }: { counts: ReadonlyMap<StateName, number> }) {
  const { t } = useTranslation('floor-plans')
  const { shown, toggle } = useShownStates()
  return (
    <section className={styles.planLegend} aria-label={t('legend')}>
      <ul>
        {shapes.map(([name, shape]) => (
          <li key={name} className={styles.planKind}>
            <ShapeSign shape={shape} /> {t(`shape.${name}`)}
          </li>
        ))}
      </ul>
      <ul>
        {[...counts]
          .toSorted(([a], [b]) => bySeverity(a, b))
          .map(([state, count]) => (
            <li key={state}>
              <button
                type="button"
                aria-pressed={shown.has(state)}
                className={styles.planState}
                data-tone={styleOf(state).tone}
                onClick={() => toggle(state)}
              >
                <StatusInline state={state} />
                <span>{count}</span>
              </button>
            </li>
          ))}
      </ul>
    </section>
  )
}
