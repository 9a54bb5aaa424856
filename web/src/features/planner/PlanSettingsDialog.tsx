import { NumberInput, Select, TextInput } from '@mantine/core'
import { type PlanSettings, planSettings } from '@vigilux/contract/features/planner/plan-settings.ts'
import { useTranslation } from 'react-i18next'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { DialogFoot } from '../../shared/form/FormFoot.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import * as formStyles from '../../shared/form/form.module.css'
import { useCheckedForm } from '../../shared/form/form.ts'
import { ZoneNote } from '../../shared/format/ZoneNote.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useWeekdays } from './plan-texts.ts'
import * as styles from './planner.module.css'

type PlanSettingsProps = { answer: ActionOutput<'getTestPlan'>; onClose: () => void; onSaved: () => void }

type Fields = Omit<PlanSettings, 'hoursOfUse' | 'freeDays' | 'weekday'> & {
  hoursOfUse: { opens: string; closes: string }[]
  freeDays: string
  weekday: string
}

const fieldsOf = ({ hoursOfUse, freeDays, weekday, ...settings }: PlanSettings): Fields => ({
  ...settings,
  hoursOfUse: hoursOfUse.map((dayHours) => dayHours ?? { opens: '', closes: '' }),
  freeDays: freeDays.join(', '),
  weekday: String(weekday),
})

const toPlanSettings = ({ hoursOfUse, freeDays, weekday, ...settings }: Fields) => ({
  ...settings,
  hoursOfUse: hoursOfUse.map((dayHours) => (dayHours.opens === '' && dayHours.closes === '' ? null : dayHours)),
  freeDays: freeDays.split(/[\s,;]+/).filter(Boolean),
  weekday: Number(weekday),
})

/** Edits the rules of a plant's plan; saving them creates a new proposal. */
export function PlanSettingsDialog({ answer: { settings, version }, onClose, onSaved }: PlanSettingsProps) {
  const { t } = useTranslation('planner')
  const { plantId, plant } = useCurrentPlant()
  const weekdayNames = useWeekdays('long')
  const form = useCheckedForm<Fields>(planSettings, fieldsOf(settings), {}, toPlanSettings)
  const save = useActionMutation('savePlanSettings', {
    refresh: ['getTestPlan'],
    onSuccess: () => {
      onClose()
      onSaved()
    },
  })
  const submit = form.onSubmit((fields) => save.mutate({ plantId, settings: toPlanSettings(fields), version }))
  return (
    <FormDialog unsaved={form.isDirty()} onClose={onClose} title={t('rules.change')} size="lg">
      {(cancel) => (
        <form onSubmit={submit} className={`${formStyles.form} ${styles.planSettings}`} noValidate>
          <NumberInput
            label={t('settings.ready')}
            min={50}
            max={99}
            allowDecimal={false}
            data-autofocus
            {...form.getInputProps('ready')}
          />
          <ZoneNote timeZone={plant.timezone} />
          <div className={styles.planSettingsRow}>
            <TextInput label={t('settings.autonomyAt')} maxLength={5} {...form.getInputProps('autonomyAt')} />
            <TextInput label={t('settings.functionalAt')} maxLength={5} {...form.getInputProps('functionalAt')} />
          </div>
          <Select
            label={t('settings.weekday')}
            allowDeselect={false}
            data={weekdayNames.map((label, n) => ({ value: String(n + 1), label }))}
            {...form.getInputProps('weekday')}
          />
          <fieldset>
            <legend>{t('rules.hours')}</legend>
            <p className="vx-quiet">{t('settings.hoursHow')}</p>
            {weekdayNames.map((day, n) => (
              <div key={day} className={styles.planSettingsDay}>
                <span aria-hidden>{day}</span>
                <TextInput
                  aria-label={t('settings.from', { day })}
                  maxLength={5}
                  placeholder="–"
                  {...form.getInputProps(`hoursOfUse.${n}.opens`)}
                />
                <TextInput
                  aria-label={t('settings.until', { day })}
                  maxLength={5}
                  placeholder="–"
                  {...form.getInputProps(`hoursOfUse.${n}.closes`)}
                />
              </div>
            ))}
          </fieldset>
          <TextInput
            label={t('settings.freeDays')}
            description={t('settings.freeDaysHow')}
            {...form.getInputProps('freeDays')}
          />
          <FormFailure error={save.error} />
          <DialogFoot onCancel={cancel} saving={save.isPending}>
            {t('settings.save')}
          </DialogFoot>
        </form>
      )}
    </FormDialog>
  )
}
