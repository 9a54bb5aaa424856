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
import { useOpenPlant } from '../../shared/plant/plant.ts'
import { useWhyNotAllowed } from '../central-units/index.ts'

const units = Object.keys(drawingUnits) as DrawingUnit[]
const unitOf = (metres: number | null) => units.find((unit) => drawingUnits[unit] === metres)

type ChooseProps = { plan: FloorPlan; choices: DrawingChoices }

/** Which page of a PDF or SVG, or which layers of a DXF and in what unit, the plan is to show. */
export function ChooseDrawing({ plan, choices }: ChooseProps) {
  const { t } = useTranslation('floor-plans')
  const { plantId } = useOpenPlant()
  const notAllowed = useWhyNotAllowed()
  const isDxf = choices.kind === 'dxf'
  const [page, setPage] = useState<number | string>(1)
  const [layers, setLayers] = useState<readonly string[]>(choices.layers.map(({ name }) => name))
  const [unit, setUnit] = useState<DrawingUnit | null>(null)
  const choose = useActionMutation('chooseDrawing', { refresh: ['getFloorPlans'] })
  const asksUnit = isDxf && choices.unitM === null
  const missing = () => {
    if (!isDxf)
      return typeof page === 'number' && page >= 1 && page <= choices.pages ? undefined : t('choose.pageFirst')
    if (layers.length === 0) return t('choose.layersFirst')
    return asksUnit && unit === null ? t('choose.unitFirst') : undefined
  }
  const go = () => {
    const choice = isDxf ? { page: null, layers: [...layers], unit } : { page: Number(page), layers: null, unit: null }
    choose.mutate({ plantId, planId: plan.id, choice })
  }
  return (
    <div className="vx-plan-choose">
      {isDxf ? (
        <>
          <Checkbox.Group label={t('choose.layers')} value={[...layers]} onChange={setLayers}>
            <div className="vx-plan-layers">
              {choices.layers.map(({ name, entities }) => (
                <Checkbox key={name} value={name} label={name} description={t('choose.shapes', { count: entities })} />
              ))}
            </div>
          </Checkbox.Group>
          <LeftOut left={choices.left} />
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
      <ReasonButton because={notAllowed ?? missing()} loading={choose.isPending} onClick={go}>
        {t('choose.go')}
      </ReasonButton>
    </div>
  )
}

/** What of the drawing will be missing. */
function LeftOut({ left }: Pick<DrawingChoices, 'left'>) {
  const { t } = useTranslation('floor-plans')
  const { list, number } = useFormats()
  if (left.length === 0) return null
  const kinds = left.map(({ kind, count }) => `${kind} (${number(count)})`)
  return <Alert color="yellow">{t('choose.left', { kinds: list(kinds) })}</Alert>
}
