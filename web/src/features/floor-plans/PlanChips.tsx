import { Radio } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { BottomSheet } from '../../shared/feedback/BottomSheet.tsx'
import { bySeverity, type StateName } from '../../shared/status/states.ts'
import { FilterChip } from '../../shared/table/FilterChip.tsx'
import * as tableStyles from '../../shared/table/table.module.css'
import { planLayers } from './canvas/plan-layers.ts'
import * as styles from './floor-plans.module.css'
import { LayerKinds, useChooseLayer } from './PlanLayers.tsx'
import { PlanLegend, useShownStates } from './PlanLegend.tsx'
import type { ShownLayer } from './use-plan-layer.ts'

type ChipsProps = { layer: ShownLayer; counts: ReadonlyMap<StateName, number> }

/** On a phone: the layer, which opens the sheet of layers and legend, and the states to show. */
export function PlanChips({ layer, counts }: ChipsProps) {
  const { t } = useTranslation('floor-plans')
  const { t: tShared } = useTranslation('shared')
  const [isOpen, sheet] = useDisclosure(false)
  const { shown, toggle } = useShownStates()
  return (
    <div className={tableStyles.chips} data-part="filterbar">
      <button
        type="button"
        className={`${tableStyles.chip} ${styles.layerChip}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={sheet.open}
      >
        {t(`layers.${layer.name}`)}
      </button>
      {[...counts]
        .filter(([state]) => state !== 'ok' || shown.has('ok'))
        .toSorted(([a], [b]) => bySeverity(a, b))
        .map(([state, count]) => (
          <FilterChip
            key={state}
            state={state}
            active={shown.has(state)}
            label={tShared(`state.${state}`)}
            count={count}
            onClick={() => toggle(state)}
          />
        ))}
      <BottomSheet opened={isOpen} onClose={sheet.close} title={t('word.showOnThePlan')}>
        <LayerChoice layer={layer} onChosen={sheet.close} />
        <PlanLegend counts={counts} />
      </BottomSheet>
    </div>
  )
}

function LayerChoice({ layer, onChosen }: { layer: ShownLayer; onChosen: () => void }) {
  const { t } = useTranslation('floor-plans')
  const choose = useChooseLayer()
  return (
    <section className={styles.planLayersShown} aria-label={t('layers.title')}>
      <Radio.Group
        aria-label={t('layers.title')}
        value={layer.name}
        onChange={(next) => {
          choose(next)
          onChosen()
        }}
      >
        {planLayers.map((one) => (
          <Radio key={one} className={styles.layerRow} value={one} label={t(`layers.${one}`)} />
        ))}
      </Radio.Group>
      <LayerKinds layer={layer} />
    </section>
  )
}
