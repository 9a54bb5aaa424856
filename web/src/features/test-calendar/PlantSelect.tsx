import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useAnswer } from '../../shared/api/use-answer.ts'

/** Options per search: a person with thousands of plants types a part of the name. */
const maxOptions = 100

type PlantSelectProps = {
  label?: string
  'aria-label'?: string
  /** The option for all plants, with the empty value. */
  allLabel: string
  value: string
  /** Name of the chosen plant; the search may not find it. */
  chosenName: string | undefined
  onChange: (plantId: string) => void
  error?: ReactNode
}

/** One plant of the person, or all of them; the server searches the plants. */
export function PlantSelect({ allLabel, chosenName, value, onChange, ...props }: PlantSelectProps) {
  const [text, setText] = useState('')
  const chosenLabel = value === '' ? allLabel : (chosenName ?? '')
  const [search] = useDebouncedValue(text === chosenLabel ? '' : text, 200)
  const { plants } = useAnswer(
    'getAllPlants',
    { search, sort: 'plantname', pageSize: maxOptions },
    { placeholderData: keepPreviousData },
  )
  const names = new Map(plants.map(({ plant_id, plantname }) => [plant_id, plantname]))
  if (value !== '') names.set(value, names.get(value) ?? chosenName ?? '')
  return (
    <Select
      {...props}
      allowDeselect={false}
      searchable
      onSearchChange={setText}
      filter={({ options }) => options}
      value={value}
      data={[{ value: '', label: allLabel }, ...[...names].map(([id, name]) => ({ value: id, label: name }))]}
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  )
}
