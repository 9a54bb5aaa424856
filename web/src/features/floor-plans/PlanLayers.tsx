import { Select } from '@mantine/core'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from '../../shared/search-params.ts'
import { layerOf, planLayers } from './canvas/plan-layers.ts'
import * as styles from './floor-plans.module.css'
import type { ShownLayer } from './use-plan-layer.ts'

/** The selected layer, and the legend of its signs. */
export function PlanLayers({ layer: { name, kinds } }: { layer: ShownLayer }) {
  const { t } = useTranslation('floor-plans')
  const [, setSearch] = useSearchParams()
  return (
    <section className={styles.planLayersShown} aria-label={t('layers.title')}>
      <Select
        label={t('layers.title')}
        allowDeselect={false}
        value={name}
        data={planLayers.map((one) => ({ value: one, label: t(`layers.${one}`) }))}
        onChange={(next) =>
          setSearch({ layer: layerOf(next ?? undefined) === 'state' ? undefined : (next ?? undefined) })
        }
      />
      {kinds.length > 0 ? (
        <ul>
          {kinds.map(({ key, look, count, ...kind }) => (
            <li key={key}>
              <i
                aria-hidden
                className={styles.planSwatch}
                data-ink={look.ink}
                data-full={look.fill >= 1 || undefined}
                style={{ '--vx-fill': `${look.fill * 100}%` } as CSSProperties}
              >
                {look.sign}
              </i>
              <span>{'name' in kind ? kind.name : t(`layers.kind.${kind.says}`)}</span>
              <span>{count}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {name === 'faults' ? <p className="vx-quiet">{t('layers.heat')}</p> : null}
    </section>
  )
}
