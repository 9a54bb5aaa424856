import { Checkbox, Chip, SegmentedControl, TextInput } from '@mantine/core'
import { maxSunOffsetMin, type SceneTime } from '@vigilux/contract/features/scenes/scene.ts'
import { useTranslation } from 'react-i18next'
import { DateField } from '../../shared/form/DateField.tsx'
import { ZoneNote } from '../../shared/format/ZoneNote.tsx'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import type { FieldsProps } from './scene-form.ts'
import { useDayTexts } from './scene-texts.ts'
import * as styles from './scenes.module.css'

const weekdays = [1, 2, 3, 4, 5, 6, 7]
const kinds: readonly SceneTime['kind'][] = ['dawn', 'sunset', 'exact']

/** Whether the plant has a position; without it there is no sunrise. */
function useHasPosition(): boolean {
  const { plant } = useCurrentPlant()
  return plant.address.lat !== null && plant.address.long !== null
}

/** Days and time at which a scene runs. */
export function CalendarFields({ form, readOnly }: FieldsProps) {
  const { t } = useTranslation('scenes')
  const { weekday } = useDayTexts()
  const { timezone } = useCurrentPlant().plant
  const hasPosition = useHasPosition()
  const { kind, dated, weekdays: chosen } = form.getValues()
  const noDay = form.errors['activation.weekdays']
  return (
    <>
      <fieldset className={styles.scenePart} aria-describedby={noDay ? 'scene-no-day' : undefined}>
        <legend>{t('days')}</legend>
        <Chip.Group multiple value={chosen} onChange={(days) => form.setFieldValue('weekdays', days.toSorted())}>
          <div className={`${layoutStyles.actions} ${styles.sceneDays}`}>
            {weekdays.map((number) => (
              <Chip key={number} value={String(number)} size="xs" disabled={readOnly}>
                {weekday(number)}
              </Chip>
            ))}
          </div>
        </Chip.Group>
        {noDay ? (
          <p className={layoutStyles.refusal} id="scene-no-day" role="alert">
            {noDay}
          </p>
        ) : null}
      </fieldset>
      <fieldset className={styles.scenePart}>
        <legend>{t('time')}</legend>
        <SegmentedControl
          fullWidth
          orientation="vertical"
          aria-label={t('time')}
          readOnly={readOnly}
          data={kinds.map((value) => ({
            value,
            label: t(`kind.${value}`),
            disabled: value !== 'exact' && value !== kind && !hasPosition,
          }))}
          {...form.getInputProps('kind')}
        />
        {hasPosition ? null : <p className="vx-quiet">{t('noPosition')}</p>}
        {kind === 'exact' ? <ZoneNote timeZone={timezone} /> : null}
        {kind === 'exact' ? (
          <TextInput
            label={t('timeOfDay')}
            placeholder="18:00"
            inputMode="numeric"
            readOnly={readOnly}
            {...form.getInputProps('at')}
            error={form.errors['activation.time.at']}
          />
        ) : (
          <TextInput
            label={t('offset')}
            description={t('offsetHint')}
            type="number"
            min={-maxSunOffsetMin}
            max={maxSunOffsetMin}
            readOnly={readOnly}
            {...form.getInputProps('offset')}
            error={form.errors['activation.time.offset']}
          />
        )}
      </fieldset>
      <fieldset className={styles.scenePart}>
        <legend>{t('word.period')}</legend>
        <SegmentedControl
          fullWidth
          aria-label={t('word.period')}
          readOnly={readOnly}
          value={dated ? 'dated' : 'always'}
          onChange={(value) => form.setFieldValue('dated', value === 'dated')}
          data={(['always', 'dated'] as const).map((value) => ({ value, label: t(value) }))}
        />
        {dated ? (
          <>
            <DateField
              label={t('from')}
              readOnly={readOnly}
              {...form.getInputProps('from')}
              error={form.errors['activation.period.from']}
            />
            <DateField
              label={t('word.lastDay')}
              readOnly={readOnly}
              {...form.getInputProps('to')}
              error={form.errors['activation.period.to']}
            />
            <Checkbox label={t('yearly')} disabled={readOnly} {...form.getInputProps('yearly', { type: 'checkbox' })} />
          </>
        ) : null}
        <Checkbox
          label={t('skipHolidays')}
          disabled={readOnly}
          {...form.getInputProps('skipHolidays', { type: 'checkbox' })}
        />
      </fieldset>
    </>
  )
}
