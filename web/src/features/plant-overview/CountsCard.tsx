import { type Condition, conditions } from '@vigilux/contract/features/plants/conditions.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { StatusBar } from '../../shared/status/StatusBar.tsx'
import { styleOf } from '../../shared/status/states.ts'
import { pathTo } from '../../site-map.ts'

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

/** Number of devices in each state that some have, each linked to those devices. */
export function CountsCard() {
  const { t } = useTranslation('plant-overview')
  const { t: tShared } = useTranslation('shared')
  const { plant, plantId } = useCurrentPlant()
  const { number } = useFormats()
  const shown = order.filter((state) => plant.counts[state] > 0 || state === 'ok')
  return (
    <section className="vx-card vx-counts-card" aria-label={t('counts')}>
      <ul className="vx-counts">
        {shown.map((state) => {
          const { icon: Mark, tone } = styleOf(state)
          const count = plant.counts[state]
          return (
            <li key={state} className={`vx-tone-${tone}`} data-state={state}>
              <AppLink to={pathTo('devices', { plantId }, { f: state })}>
                <Figure text={number(count)} />
                <span>
                  <Mark size={16} stroke={2} aria-hidden />
                  {tShared(`state.${state}`)}
                </span>
              </AppLink>
            </li>
          )
        })}
      </ul>
      <StatusBar counts={order.map((state) => ({ state, count: plant.counts[state] }))} />
    </section>
  )
}
