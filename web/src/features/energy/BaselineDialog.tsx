import { NumberInput, Select, TextInput } from '@mantine/core'
import { baseline } from '@vigilux/contract/features/energy/baseline.ts'
import type { EnergySettings } from '@vigilux/contract/features/energy/energy-costs.ts'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { DialogFoot } from '../../shared/form/FormFoot.tsx'
import { useRecordForm } from '../../shared/form/record-form.tsx'
import { UnsavedGuard } from '../../shared/form/UnsavedGuard.tsx'
import { formatDate, parseDate } from '../../shared/format/date-text.ts'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import type { Language } from '../../shared/i18n/languages.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import * as styles from './energy.module.css'
import { useWeekdays } from './weekdays.ts'

type Kind = 'none' | 'period' | 'installed'
/** Dates as typed; hours from Monday to Sunday. */
type Fields = { kind: Kind; from: string; until: string; hours: (number | string)[] }
type SavedBaseline = Pick<EnergySettings, 'baseline' | 'version'>

const defaultHours = [10, 10, 10, 10, 10, 0, 0]

const fieldsOf = ({ baseline, version }: SavedBaseline, language: Language): Fields & { version: number } => ({
  kind: baseline?.kind ?? 'none',
  from: baseline?.kind === 'period' ? formatDate(baseline.from, language) : '',
  until: baseline?.kind === 'period' ? formatDate(baseline.until, language) : '',
  hours: baseline?.kind === 'installed' ? baseline.hours : defaultHours,
  version,
})

const inputOf = ({ kind, from, until, hours }: Fields, language: Language) => {
  if (kind === 'none') return null
  if (kind === 'installed') return { kind, hours: hours.map((one) => (one === '' ? Number.NaN : Number(one))) }
  return { kind, from: parseDate(from, language) ?? from, until: parseDate(until, language) ?? until }
}

const schema = z.union([z.object({ kind: z.literal('none') }), baseline])

/** Chooses the baseline of savings. */
export function BaselineDialog({ settings, onClose }: { settings: EnergySettings; onClose: () => void }) {
  const { t } = useTranslation('energy')
  const { plantId } = useCurrentPlant()
  const language = useLanguage()
  const weekdays = useWeekdays()
  const action = useActionMutation('saveEnergyBaseline', {
    refresh: ['getEnergySettings', 'getEnergy', 'getEnergyShares', 'getEnergySummary', 'getEnergyNotes'],
  })
  const { form, submit, saving, trouble } = useRecordForm<Fields>({
    schema,
    stored: fieldsOf(settings, language),
    labels: {
      kind: t('baseline.kind'),
      from: t('baseline.from'),
      until: t('baseline.until'),
      hours: t('baseline.dialog'),
    },
    toInput: (fields) => inputOf(fields, language) ?? { kind: 'none' },
    toValues: (now: SavedBaseline) => fieldsOf(now, language),
    prefix: 'baseline.',
    save: async (fields) => {
      const newBaseline = inputOf(fields, language)
      const input = newBaseline === null ? null : baseline.parse(newBaseline)
      return { ...fields, ...(await action.mutateAsync({ plantId, baseline: input, version: fields.version })) }
    },
    onSaved: onClose,
  })
  const { kind } = form.getValues()
  return (
    <FormDialog title={t('baseline.dialog')} unsaved={form.isDirty()} onClose={onClose}>
      {(cancel) => (
        <form onSubmit={submit} noValidate>
          <UnsavedGuard form={form} draft="energy-baseline" />
          <div className={styles.energyForm}>
            <Select
              label={t('baseline.kind')}
              data={(['none', 'period', 'installed'] as const).map((value) => ({
                value,
                label: t(`baseline.${value}`),
              }))}
              allowDeselect={false}
              {...form.getInputProps('kind')}
            />
            {kind === 'period' ? (
              <div className={styles.energyPair}>
                <TextInput
                  label={t('baseline.from')}
                  placeholder={formatDate('2026-03-31', language)}
                  {...form.getInputProps('from')}
                />
                <TextInput
                  label={t('baseline.until')}
                  placeholder={formatDate('2026-03-31', language)}
                  {...form.getInputProps('until')}
                />
              </div>
            ) : null}
            {kind === 'installed' ? (
              <div className={styles.energyWeek}>
                {weekdays.map(({ number, short, long }) => (
                  <NumberInput
                    key={number}
                    label={short}
                    aria-label={t('baseline.hours', { day: long })}
                    min={0}
                    max={24}
                    decimalScale={1}
                    hideControls
                    {...form.getInputProps(`hours.${number - 1}`)}
                  />
                ))}
              </div>
            ) : null}
            {trouble}
          </div>
          <DialogFoot onCancel={cancel} saving={saving}>
            {t('word.save')}
          </DialogFoot>
        </form>
      )}
    </FormDialog>
  )
}
