import { Select } from '@mantine/core'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from '../../shared/search-params.ts'
import { layerOf, planLayers } from './canvas/plan-layers.ts'
import * as styles from './floor-plans.module.css'
import type { ShownLayer } from './use-plan-layer.ts'

/** Puts a layer into the address; the default one is absent there. */
export function useChooseLayer(): (name: string | null) => void {
  const [, setSearch] = useSearchParams()
  return (name) => setSearch({ layer: layerOf(name ?? undefined) === 'state' ? undefined : (name ?? undefined) })
}

/** The selected layer, and the legend of its signs. */
export function PlanLayers({ layer }: { layer: ShownLayer }) {
  const { t } = useTranslation('floor-plans')
  const choose = useChooseLayer()
  return (
    <section className={styles.planLayersShown} aria-label={t('layers.title')}>
      <Select
        label={t('layers.title')}
        allowDeselect={false}
        value={layer.name}
        data={planLayers.map((one) => ({ value: one, label: t(`layers.${one}`) }))}
        onChange={choose}
      />
      <LayerKinds layer={layer} />
    </section>
  )
}

/** The signs of a layer, with their counts. */
export function LayerKinds({ layer: { name, kinds } }: { layer: ShownLayer }) {
  const { t } = useTranslation('floor-plans')
  return (
    <>
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
    </>
  )
}
