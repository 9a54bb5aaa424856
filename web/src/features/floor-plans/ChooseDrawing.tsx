import { Alert, Checkbox, NumberInput, Select } from '@mantine/core'
import {
  type DrawingChoices,
  type DrawingUnit,
  drawingUnits,
  type FloorPlan,
} from '@vigilux/contract/features/floor-plans/floor-plan.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useWhyNotAllowed } from '../central-units/index.ts'
import * as styles from './floor-plans.module.css'

const units = Object.keys(drawingUnits) as DrawingUnit[]
const unitOf = (metres: number | null) => units.find((unit) => drawingUnits[unit] === metres)

/** The layers of the drawing itself. */
const shownLayers = ({ layers }: DrawingChoices): string[] =>
  layers.filter(({ state }) => state === 'on').map(({ name }) => name)

type ChooseProps = { plan: FloorPlan; choices: DrawingChoices }

/** Chooses the page of a PDF or SVG, or the layers and unit of a DXF, for the plan. */
export function ChooseDrawing({ plan, choices }: ChooseProps) {
  const { t } = useTranslation('floor-plans')
  const { plantId } = useCurrentPlant()
  const notAllowed = useWhyNotAllowed()
  const isDxf = choices.kind === 'dxf'
  const [page, setPage] = useState<number | string>(1)
  const [layers, setLayers] = useState<readonly string[]>(shownLayers(choices))
  const [unit, setUnit] = useState<DrawingUnit | null>(null)
  const choose = useActionMutation('chooseDrawing', { refresh: ['getFloorPlans'] })
  const asksUnit = isDxf && choices.unitM === null
  const missing = () => {
    if (!isDxf)
      return typeof page === 'number' && page >= 1 && page <= choices.pages ? undefined : t('choose.pageFirst')
    if (layers.length === 0) return t('choose.layersFirst')
    return asksUnit && unit === null ? t('choose.unitFirst') : undefined
  }
  const saveChoice = () => {
    const choice = isDxf ? { page: null, layers: [...layers], unit } : { page: Number(page), layers: null, unit: null }
    choose.mutate({ plantId, planId: plan.id, choice })
  }
  return (
    <div className={styles.planChoose}>
      {isDxf ? (
        <>
          <Checkbox.Group label={t('choose.layers')} value={[...layers]} onChange={setLayers}>
            <div className={styles.planLayers}>
              {choices.layers.map((layer) => (
                <LayerBox key={layer.name} {...layer} />
              ))}
            </div>
          </Checkbox.Group>
          <ExcludedLayers {...choices} />
          {asksUnit ? (
            <Select
              label={t('choose.unit')}
              description={t('choose.unitUnknown')}
              data={units.map((value) => ({ value, label: value }))}
              value={unit}
              onChange={(value) => setUnit(units.find((one) => one === value) ?? null)}
            />
          ) : (
            <p>{t('choose.unitKnown', { unit: unitOf(choices.unitM) ?? `${choices.unitM} m` })}</p>
          )}
        </>
      ) : (
        <NumberInput
          label={t('choose.page', { count: choices.pages })}
          min={1}
          max={choices.pages}
          allowDecimal={false}
          value={page}
          onChange={setPage}
        />
      )}
      <FormFailure error={choose.error} />
      <ReasonButton blockedReason={notAllowed ?? missing()} loading={choose.isPending} onClick={saveChoice}>
        {t('choose.go')}
      </ReasonButton>
    </div>
  )
}

function LayerBox({ name, entities, state }: DrawingChoices['layers'][number]) {
  const { t } = useTranslation('floor-plans')
  const shapes = t('choose.shapes', { count: entities })
  const description = state === 'on' ? shapes : `${shapes} · ${t(`choose.hidden.${state}`)}`
  return <Checkbox value={name} label={name} description={description} />
}

function ExcludedLayers({ left: excludedKinds, far }: Pick<DrawingChoices, 'left' | 'far'>) {
  const { t } = useTranslation('floor-plans')
  const { list, number } = useFormats()
  const labelWithCount = (name: string, count: number) => `${name} (${number(count)})`
  return (
    <>
      {excludedKinds.length > 0 ? (
        <Alert color="yellow">
          {t('choose.left', { kinds: list(excludedKinds.map(({ kind, count }) => labelWithCount(kind, count))) })}
        </Alert>
      ) : null}
      {far.length > 0 ? (
        <Alert color="yellow">
          {t('choose.far', { layers: list(far.map(({ layer, count }) => labelWithCount(layer, count))) })}
        </Alert>
      ) : null}
    </>
  )
}
