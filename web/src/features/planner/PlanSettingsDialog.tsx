import { NumberInput, Select, TextInput } from '@mantine/core'
import { type PlanSettings, planSettings } from '@vigilux/contract/features/planner/plan-settings.ts'
import { useTranslation } from 'react-i18next'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { DialogFoot } from '../../shared/form/FormFoot.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { useCheckedForm } from '../../shared/form/form.ts'
import { ZoneNote } from '../../shared/format/ZoneNote.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useWeekdays } from './plan-texts.ts'

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
export function WishesDialog({ answer: { wishes: settings, version }, onClose, onSaved }: PlanSettingsProps) {
  const { t } = useTranslation('planner')
  const { plantId, plant } = useCurrentPlant()
  const weekdayNames = useWeekdays('long')
  const form = useCheckedForm<Fields>(planSettings, fieldsOf(settings), {}, toPlanSettings)
  const save = useActionMutation('savePlanWishes', {
    refresh: ['getTestPlan'],
    onSuccess: () => {
      onClose()
      onSaved()
    },
  })
  const submit = form.onSubmit((fields) => save.mutate({ plantId, wishes: toPlanSettings(fields), version }))
  return (
    <FormDialog unsaved={form.isDirty()} onClose={onClose} title={t('rules.change')} size="lg">
      {(cancel) => (
        <form onSubmit={submit} className="vx-form vx-plan-wishes" noValidate>
          <NumberInput
            label={t('wishes.ready')}
            min={50}
            max={99}
            allowDecimal={false}
            data-autofocus
            {...form.getInputProps('ready')}
          />
          <ZoneNote timeZone={plant.timezone} />
          <div className="vx-plan-wishes-row">
            <TextInput label={t('wishes.autonomyAt')} maxLength={5} {...form.getInputProps('autonomyAt')} />
            <TextInput label={t('wishes.functionalAt')} maxLength={5} {...form.getInputProps('functionalAt')} />
          </div>
          <Select
            label={t('wishes.weekday')}
            allowDeselect={false}
            data={weekdayNames.map((label, n) => ({ value: String(n + 1), label }))}
            {...form.getInputProps('weekday')}
          />
          <fieldset>
            <legend>{t('rules.hours')}</legend>
            <p className="vx-quiet">{t('wishes.hoursHow')}</p>
            {weekdayNames.map((day, n) => (
              <div key={day} className="vx-plan-wishes-day">
                <span aria-hidden>{day}</span>
                <TextInput
                  aria-label={t('wishes.from', { day })}
                  maxLength={5}
                  placeholder="–"
                  {...form.getInputProps(`hoursOfUse.${n}.opens`)}
                />
                <TextInput
                  aria-label={t('wishes.until', { day })}
                  maxLength={5}
                  placeholder="–"
                  {...form.getInputProps(`hoursOfUse.${n}.closes`)}
                />
              </div>
            ))}
          </fieldset>
          <TextInput
            label={t('wishes.freeDays')}
            description={t('wishes.freeDaysHow')}
            {...form.getInputProps('freeDays')}
          />
          <FormFailure error={save.error} />
          <DialogFoot onCancel={cancel} saving={save.isPending}>
            {t('wishes.save')}
          </DialogFoot>
        </form>
      )}
    </FormDialog>
  )
}
