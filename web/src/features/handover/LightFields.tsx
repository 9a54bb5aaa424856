import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { hasEnoughLight } from '@vigilux/contract/features/handover/handover.rules.ts'
import { handoverLimits } from '@vigilux/contract/features/handover/handover.ts'
import { useTranslation } from 'react-i18next'
import { DateField } from '../../shared/form/DateField.tsx'
import { todayIn } from '../../shared/format/wall-time.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import type { DraftParts } from './ChecklistFields.tsx'
import { type TypedPoint, toHandoverDraft } from './draft-form.ts'
import * as styles from './handover.module.css'

/** Initial values of the next point: same instrument and day as the previous one. */
const nextPoint = (points: readonly TypedPoint[], day: string): TypedPoint => {
  const last = points.at(-1)
  return {
    point: '',
    lux: '',
    requiredLux: last?.requiredLux ?? '1',
    instrument: last?.instrument ?? '',
    on: last?.on ?? day,
  }
}

/** Light measurements, point by point, each with its required value. */
export function LightFields({ form, readOnly }: DraftParts) {
  const { t } = useTranslation('handover')
  const { timezone } = useCurrentPlant().plant
  const { measurements } = form.getValues()
  const day = todayIn(timezone)
  return (
    <>
      <p className="vx-hint">{t('light.help')}</p>
      <ol className={styles.light} aria-label={t('light.points')}>
        {measurements.map((_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a point has no name of its own; its fields are kept by the form
          <li key={at}>
            <PointFields form={form} readOnly={readOnly} at={at} />
          </li>
        ))}
      </ol>
      {readOnly ? null : (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={measurements.length >= handoverLimits.measurements}
          onClick={() => form.insertListItem('measurements', nextPoint(measurements, day))}
        >
          {t('light.add')}
        </Button>
      )}
    </>
  )
}

function PointFields({ form, readOnly, at }: DraftParts & { at: number }) {
  const { t } = useTranslation('handover')
  const field = (name: keyof TypedPoint) => ({
    readOnly,
    required: true,
    ...form.getInputProps(`measurements.${at}.${name}`),
  })
  return (
    <div className={styles.lightPoint}>
      <TextInput label={t('light.point')} maxLength={handoverLimits.name} {...field('point')} />
      <TextInput label={t('light.lux')} inputMode="decimal" {...field('lux')} />
      <TextInput label={t('light.required')} inputMode="decimal" {...field('requiredLux')} />
      <TextInput label={t('light.instrument')} maxLength={handoverLimits.name} {...field('instrument')} />
      <DateField label={t('light.on')} {...field('on')} />
      <PointVerdict form={form} at={at} />
      {readOnly ? null : (
        <ActionIcon
          variant="default"
          aria-label={t('light.remove', { no: at + 1 })}
          onClick={() => form.removeListItem('measurements', at)}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      )}
    </div>
  )
}

function PointVerdict({ form, at }: Pick<DraftParts, 'form'> & { at: number }) {
  const { t } = useTranslation('handover')
  const measurement = toHandoverDraft(form.getValues()).measurements[at]
  if (!measurement || Number.isNaN(measurement.lux) || Number.isNaN(measurement.requiredLux)) return <span />
  const isLightEnough = hasEnoughLight(measurement)
  return <StatusInline state={isLightEnough ? 'ok' : 'error'} cause={t(isLightEnough ? 'light.met' : 'light.notMet')} />
}
