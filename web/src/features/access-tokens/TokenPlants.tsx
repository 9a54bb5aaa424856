import { Checkbox, Radio, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import * as styles from './access-tokens.module.css'

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
        label={t('word.plants')}
        value={value === null ? 'all' : 'chosen'}
        onChange={(choice) => onChange(choice === 'all' ? null : [])}
      >
        <div className={styles.tokenScopes}>
          <Radio value="all" label={t('word.allMyPlants')} description={t('field.allPlantsHint')} />
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

/** The plants found by the search, and the chosen ones. */
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
  const foundNames = Object.fromEntries(plants.map((plant) => [plant.plant_id, plant.plantname]))
  const choose = (plantIds: string[]) => {
    const names = { ...chosenNames, ...foundNames }
    setChosenNames(Object.fromEntries(plantIds.map((plantId) => [plantId, names[plantId] ?? plantId])))
    onChange(plantIds)
  }
  return (
    <>
      <TextInput
        type="search"
        aria-label={t('field.findPlant')}
        placeholder={t('field.findPlant')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      <Checkbox.Group aria-label={t('field.chosenPlants')} value={value} onChange={choose} error={error}>
        <div className={styles.tokenPlants}>
          {Object.entries({ ...foundNames, ...chosenNames }).map(([plantId, name]) => (
            <Checkbox key={plantId} value={plantId} label={name} />
          ))}
          {plants.length === 0 ? <p className="vx-quiet">{t('field.noPlantFound')}</p> : null}
          {total > plants.length ? <p className="vx-quiet">{t('field.morePlants', { shown: plants.length })}</p> : null}
        </div>
      </Checkbox.Group>
    </>
  )
}
