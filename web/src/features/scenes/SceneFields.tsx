import { SegmentedControl, Select, Switch, TextInput } from '@mantine/core'
import { sceneModes } from '@vigilux/contract/features/scenes/scene.ts'
import { useTranslation } from 'react-i18next'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { topicOf } from '../../shared/plant/unit-topic.ts'
import { CalendarFields } from './CalendarFields.tsx'
import { LevelFields } from './LevelFields.tsx'
import type { FieldsProps } from './scene-form.ts'
import * as styles from './scenes.module.css'

const inputs = Array.from({ length: 8 }, (_, at) => String(at + 1))

/** Name, trigger and levels of a scene. */
export function SceneFields({ form, readOnly }: FieldsProps) {
  const { t } = useTranslation('scenes')
  const { units } = useCurrentPlant()
  const { mode } = form.getValues()
  return (
    <>
      <TextInput label={t('word.name')} required readOnly={readOnly} {...form.getInputProps('name')} />
      <Switch label={t('enabled')} disabled={readOnly} {...form.getInputProps('enabled', { type: 'checkbox' })} />
      <fieldset className={styles.scenePart}>
        <legend>{t('starts')}</legend>
        <SegmentedControl
          fullWidth
          aria-label={t('starts')}
          readOnly={readOnly}
          data={sceneModes.map((value) => ({ value, label: t(`mode.${value}`) }))}
          {...form.getInputProps('mode')}
        />
        {mode === 'input' ? (
          <>
            <Select
              label={t('word.centralUnit')}
              allowDeselect={false}
              readOnly={readOnly}
              data={units.map((unit) => ({
                value: topicOf(unit),
                label: [unit.cu_id, unit.description].filter(Boolean).join(' · '),
              }))}
              {...form.getInputProps('topic')}
              error={form.errors['activation.topic']}
            />
            <Select
              label={t('input')}
              allowDeselect={false}
              readOnly={readOnly}
              data={inputs}
              {...form.getInputProps('input')}
            />
          </>
        ) : null}
        {mode === 'calendar' ? <CalendarFields form={form} readOnly={readOnly} /> : null}
      </fieldset>
      <LevelFields form={form} readOnly={readOnly} />
    </>
  )
}
