import { Chip, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { zoneDraft } from '@vigilux/contract/features/zones/zone.ts'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useAnswer } from '../../shared/api/use-answer.ts'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { serialOf } from '../../shared/plant/unit-topic.ts'
import * as styles from './zones.module.css'

export type ZoneForm = { zoneName: string; collections: string[]; version: number }

export const zoneSchema = z.object(zoneDraft.shape)

type FieldsProps = { form: UseFormReturnType<ZoneForm>; readOnly?: boolean }

/** A zone's name and aggregations. */
export function ZoneFields({ form, readOnly = false }: FieldsProps) {
  const { t } = useTranslation('zones')
  const { plantId, units } = useCurrentPlant()
  const collections = useAnswer('getCollections', { plantId }).collections
  return (
    <>
      <TextInput label={t('word.name')} required readOnly={readOnly} {...form.getInputProps('zoneName')} />
      <fieldset className={styles.zoneCollections}>
        <legend>{t('word.aggregations')}</legend>
        {collections.length === 0 ? <p className="vx-quiet">{t('noCollections')}</p> : null}
        <Chip.Group
          multiple
          value={form.getValues().collections}
          onChange={(chosen) => form.setFieldValue('collections', chosen)}
        >
          <div className={layoutStyles.actions}>
            {collections.map(({ id, name, cu }) => (
              <Chip key={id} value={id} disabled={readOnly}>
                {units.length > 1 ? `${name} · ${serialOf(cu)}` : name}
              </Chip>
            ))}
          </div>
        </Chip.Group>
      </fieldset>
    </>
  )
}
