import { Chip, Select, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { aggregationDraft } from '@vigilux/contract/features/aggregations/aggregation.ts'
import { maxGroupNumber } from '@vigilux/contract/features/groups/group.ts'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { topicOf } from '../../shared/plant/unit-topic.ts'
import { useGroupLabel } from '../groups/index.ts'
import * as styles from './aggregations.module.css'

/** Groups as text, such as `3, 16`, because a form compares and shows texts. */
export type AggregationForm = { name: string; topic: string; groups: string; version: number }

export const numbersIn = (groups: string): number[] => groups.split(', ').filter(Boolean).map(Number)
export const groupsText = (groups: readonly number[]): string => [...groups].sort((a, b) => a - b).join(', ')

export const aggregationSchema = z.object({
  name: aggregationDraft.shape.name,
  topic: aggregationDraft.shape.topic,
  groups: z.string().min(1, { error: 'no_group_selected' }),
})

const allGroups = Array.from({ length: maxGroupNumber }, (_, at) => at + 1)

type FieldsProps = { form: UseFormReturnType<AggregationForm>; readOnly?: boolean }

/** Name, unit and groups of an aggregation. */
export function AggregationFields({ form, readOnly = false }: FieldsProps) {
  const { t } = useTranslation('aggregations')
  const { units } = useCurrentPlant()
  const groupLabel = useGroupLabel()
  const { topic, groups } = form.getValues()
  const error = form.errors.groups
  return (
    <>
      <TextInput label={t('word.name')} required readOnly={readOnly} {...form.getInputProps('name')} />
      <Select
        label={t('word.centralUnit')}
        allowDeselect={false}
        readOnly={readOnly}
        data={units.map((unit) => ({
          value: topicOf(unit),
          label: [unit.cu_id, unit.description].filter(Boolean).join(' · '),
        }))}
        {...form.getInputProps('topic')}
      />
      <fieldset className={styles.aggregationGroups} aria-describedby={error ? 'aggregation-error' : undefined}>
        <legend>{t('word.groups')}</legend>
        <Chip.Group
          multiple
          value={numbersIn(groups).map(String)}
          onChange={(chosen) => form.setFieldValue('groups', groupsText(chosen.map(Number)))}
        >
          <div className={layoutStyles.actions}>
            {allGroups.map((group) => (
              <Chip key={group} value={String(group)} disabled={readOnly}>
                {groupLabel(topic, group)}
              </Chip>
            ))}
          </div>
        </Chip.Group>
        {error ? (
          <p className={layoutStyles.refusal} id="aggregation-error" role="alert">
            {error}
          </p>
        ) : null}
      </fieldset>
    </>
  )
}
