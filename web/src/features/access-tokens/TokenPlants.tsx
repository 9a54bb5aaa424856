import { MultiSelect, Radio } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { maxPlantsPerToken } from '@vigilux/contract/features/access-tokens/access-token.ts'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'

type TokenPlantsProps = {
  /** The chosen plants; null for all plants of the person. */
  value: string[] | null
  onChange: (plantIds: string[] | null) => void
  error?: ReactNode
}

/** Whether a token applies to all plants of the person, or to chosen ones. */
export function TokenPlants({ value, onChange, error }: TokenPlantsProps) {
  const { t } = useTranslation('access-tokens')
  return (
    <>
      <Radio.Group
        label={t('field.plants')}
        value={value === null ? 'all' : 'chosen'}
        onChange={(choice) => onChange(choice === 'all' ? null : [])}
      >
        <div className="vx-token-scopes">
          <Radio value="all" label={t('allPlants')} description={t('field.allPlantsHint')} />
          <Radio value="chosen" label={t('field.chosenPlants')} />
        </div>
      </Radio.Group>
      {value === null ? null : (
        <AnswerBoundary>
          <PlantChoice value={value} onChange={onChange} error={error} />
        </AnswerBoundary>
      )}
    </>
  )
}

function PlantChoice({ value, onChange, error }: TokenPlantsProps & { value: string[] }) {
  const { t } = useTranslation('access-tokens')
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text, 200)
  const [chosenNames, setChosenNames] = useState<Record<string, string>>({})
  const { plants, total } = useAnswer(
    'getAllPlants',
    { search, sort: 'plantname', pageSize: 100 },
    { placeholderData: keepPreviousData },
  )
  const names = { ...chosenNames, ...Object.fromEntries(plants.map((plant) => [plant.plant_id, plant.plantname])) }
  const choose = (plantIds: string[]) => {
    setChosenNames(Object.fromEntries(plantIds.map((plantId) => [plantId, names[plantId] ?? plantId])))
    onChange(plantIds)
  }
  return (
    <MultiSelect
      aria-label={t('field.chosenPlants')}
      placeholder={value.length === 0 ? t('field.findPlant') : ''}
      description={total > plants.length ? t('field.morePlants', { count: plants.length }) : undefined}
      data={Object.entries(names).map(([plantId, name]) => ({ value: plantId, label: name }))}
      value={value}
      onChange={choose}
      maxValues={maxPlantsPerToken}
      searchable
      searchValue={text}
      onSearchChange={setText}
      nothingFoundMessage={t('field.noPlantFound')}
      hidePickedOptions
      error={error}
    />
  )
}
