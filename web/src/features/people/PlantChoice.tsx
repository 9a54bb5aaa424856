import { Checkbox, TextInput } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { peopleLimits } from '@vigilux/contract/features/members/people.ts'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import * as styles from './people.module.css'

type Named = { plant_id: string; plantname: string }
type PlantChoiceProps = { known: readonly Named[]; value: string[]; onChange: (plantIds: string[]) => void }

/** Chooses among the plants administered by the person, by typing; chosen ones stay visible. */
export function PlantChoice({ known, value, onChange }: PlantChoiceProps) {
  const { t } = useTranslation(['members', 'people'])
  const label = useId()
  const [search, setSearch] = useState('')
  const [knownPlants, setKnownPlants] = useState<readonly Named[]>(known)
  const plants = useAnswer(
    'getAllPlants',
    { search: search.slice(0, 120), pageSize: 100, sort: 'plantname' },
    { placeholderData: keepPreviousData },
  ).plants
  const found = plants.filter(({ role }) => role === 'installerAdministrator')
  const chosen = knownPlants.filter(({ plant_id }) => value.includes(plant_id))
  const shown = [...chosen, ...found.filter(({ plant_id }) => !value.includes(plant_id))]
  const toggle = (plant: Named, isChecked: boolean) => {
    setKnownPlants([...chosen.filter(({ plant_id }) => plant_id !== plant.plant_id), ...(isChecked ? [plant] : [])])
    onChange(isChecked ? [...value, plant.plant_id] : value.filter((one) => one !== plant.plant_id))
  }
  return (
    <fieldset className={styles.plantChoice} aria-labelledby={label}>
      <legend id={label}>
        {t('word.plants')} <span className="vx-hint">{value.length}</span>
      </legend>
      <TextInput
        aria-label={t('people:findPlant')}
        placeholder={t('people:findPlant')}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <div>
        {shown.map((plant) => {
          const isChecked = value.includes(plant.plant_id)
          return (
            <Checkbox
              key={plant.plant_id}
              label={plant.plantname}
              checked={isChecked}
              disabled={!isChecked && value.length >= peopleLimits.plants}
              onChange={(event) => toggle(plant, event.currentTarget.checked)}
            />
          )
        })}
      </div>
    </fieldset>
  )
}
