import { type Condition, conditions } from '@vigilux/contract/features/plants/conditions.ts'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import { AppLink } from '../../shared/navigation.tsx'
import { StatusBar } from '../../shared/status/StatusBar.tsx'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { styleOf } from '../../shared/status/states.ts'
import { pathTo } from '../../site-map.ts'
import * as styles from './office.module.css'
import { useOfficeStats } from './use-office-stats.ts'

/** OK first, then by severity. */
const order: readonly Condition[] = ['ok', ...conditions.filter((condition) => condition !== 'ok')]

/** Number of plants in each state, linked to those plants. */
export function OfficeStates() {
  const { t } = useTranslation('plants')
  const { number } = useFormats()
  const { conditions: counts } = useOfficeStats()
  return (
    <section className={`vx-card ${styles.officeStates}`} aria-label={t('word.plants')}>
      <ul>
        {order
          .filter((state) => counts[state] > 0)
          .map((state) => (
            <li key={state} data-tone={styleOf(state).tone}>
              <AppLink to={pathTo('ntoSummary', {}, { f: state })}>
                <b>{number(counts[state])}</b>
                <StatusInline state={state} />
              </AppLink>
            </li>
          ))}
      </ul>
      <StatusBar counts={order.map((state) => ({ state, count: counts[state] }))} />
    </section>
  )
}
