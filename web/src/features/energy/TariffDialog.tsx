import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { EnergySettings } from '@vigilux/contract/features/energy/energy-costs.ts'
import { tariffs } from '@vigilux/contract/features/energy/tariff.ts'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { DialogFoot } from '../../shared/form/FormFoot.tsx'
import { useRecordForm } from '../../shared/form/record-form.tsx'
import { UnsavedGuard } from '../../shared/form/UnsavedGuard.tsx'
import { formatDate } from '../../shared/format/date-text.ts'
import { ZoneNote } from '../../shared/format/ZoneNote.tsx'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import * as styles from './energy.module.css'
import {
  fieldsOfTariffs,
  hoursFrom,
  hoursTo,
  newHours,
  newRate,
  newTariff,
  type RateFields,
  type TariffFields,
  tariffsOfFields,
} from './tariff-fields.ts'
import { useWeekdays } from './weekdays.ts'

type Fields = { tariffs: TariffFields[] }
type SavedTariffs = Pick<EnergySettings, 'tariffs' | 'version'>
const schema = z.object({ tariffs })

const useTariffForm = (settings: EnergySettings, onSaved: () => void) => {
  const { t } = useTranslation('energy')
  const { plantId } = useCurrentPlant()
  const language = useLanguage()
  const action = useActionMutation('saveEnergyTariffs', { refresh: ['getEnergySettings', 'getEnergy'] })
  const fieldsOf = ({ tariffs, version }: SavedTariffs) => ({ tariffs: fieldsOfTariffs(tariffs, language), version })
  return useRecordForm<Fields>({
    schema,
    stored: fieldsOf(settings),
    labels: { tariffs: t('tariff.dialog') },
    toInput: (fields) => ({ tariffs: tariffsOfFields(fields.tariffs, language) }),
    toValues: fieldsOf,
    save: async ({ tariffs: tariffFields, version }) => {
      const input = { plantId, tariffs: tariffsOfFields(tariffFields, language), version }
      return { tariffs: tariffFields, ...(await action.mutateAsync(input)) }
    },
    onSaved,
  })
}
type Form = ReturnType<typeof useTariffForm>['form']

/** All tariffs of a plant, with rates and their weekly hours. */
export function TariffDialog({ settings, onClose }: { settings: EnergySettings; onClose: () => void }) {
  const { t } = useTranslation('energy')
  const { form, submit, saving, trouble } = useTariffForm(settings, onClose)
  const { timezone } = useCurrentPlant().plant
  const allTariffs = form.getValues().tariffs
  return (
    <FormDialog title={t('tariff.dialog')} size="xl" unsaved={form.isDirty()} onClose={onClose}>
      {(cancel) => (
        <form onSubmit={submit} noValidate>
          <UnsavedGuard form={form} draft="energy-tariffs" />
          <div className={styles.energyForm}>
            <ZoneNote timeZone={timezone} />
            {allTariffs.map((tariff, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a tariff has no name but its place
              <TariffPart key={at} form={form} tariff={tariff} at={at} currency={settings.currency} />
            ))}
            <AddButton onClick={() => form.insertListItem('tariffs', newTariff())}>{t('tariff.addTariff')}</AddButton>
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

function AddButton({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <Button variant="subtle" size="compact-sm" leftSection={<IconPlus size={14} aria-hidden />} onClick={onClick}>
      {children}
    </Button>
  )
}

function RemoveButton({ onClick, what: label }: { onClick: () => void; what: string }) {
  const { t } = useTranslation('energy')
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      leftSection={<IconX size={14} aria-hidden />}
      aria-label={`${t('word.remove')}: ${label}`}
      onClick={onClick}
    >
      {t('word.remove')}
    </Button>
  )
}

type TariffProps = { form: Form; tariff: TariffFields; at: number; currency: string }

function TariffPart({ form, tariff, at, currency }: TariffProps) {
  const { t } = useTranslation('energy')
  const language = useLanguage()
  const path = `tariffs.${at}`
  const name = t('tariff.one', { number: at + 1 })
  const date = formatDate('2026-03-31', language)
  return (
    <fieldset className={styles.energyTariff}>
      <legend>{name}</legend>
      <div className={styles.energyPair}>
        <TextInput label={t('tariff.from')} placeholder={date} {...form.getInputProps(`${path}.from`)} />
        <TextInput
          label={t('tariff.until')}
          description={t('tariff.open')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder={date}
          {...form.getInputProps(`${path}.until`)}
        />
      </div>
      {tariff.rates.map((rate, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a rate may have the name of another while it is typed
        <RatePart key={n} form={form} rate={rate} currency={currency} path={`${path}.rates`} at={n} />
      ))}
      <div className={layoutStyles.actions}>
        <AddButton onClick={() => form.insertListItem(`${path}.rates`, newRate())}>{t('tariff.addRate')}</AddButton>
        <RemoveButton what={name} onClick={() => form.removeListItem('tariffs', at)} />
      </div>
    </fieldset>
  )
}

type RateProps = { form: Form; rate: RateFields; path: string; at: number; currency: string }

function RatePart({ form, rate, path, at, currency }: RateProps) {
  const { t } = useTranslation('energy')
  const fieldPath = `${path}.${at}`
  return (
    <div className={styles.energyRate}>
      <div className={styles.energyPair}>
        <TextInput label={t('tariff.rate')} maxLength={40} {...form.getInputProps(`${fieldPath}.name`)} />
        <TextInput
          label={t('tariff.price', { currency })}
          inputMode="decimal"
          maxLength={8}
          {...form.getInputProps(`${fieldPath}.price`)}
        />
      </div>
      {rate.hours.map((_, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: hours have no name but their place
        <HoursPart key={n} form={form} path={`${fieldPath}.hours`} at={n} many={rate.hours.length > 1} />
      ))}
      <div className={layoutStyles.actions}>
        <AddButton onClick={() => form.insertListItem(`${fieldPath}.hours`, newHours())}>
          {t('tariff.addHours')}
        </AddButton>
        <RemoveButton what={rate.name || t('tariff.rate')} onClick={() => form.removeListItem(path, at)} />
      </div>
    </div>
  )
}

function HoursPart({ form, path, at, many }: { form: Form; path: string; at: number; many: boolean }) {
  const { t } = useTranslation('energy')
  const weekdays = useWeekdays()
  const fieldPath = `${path}.${at}`
  const { value = [], error } = form.getInputProps(`${fieldPath}.days`) as { value?: string[]; error?: string }
  const setDay = (day: string, isOn: boolean) =>
    form.setFieldValue(
      `${fieldPath}.days`,
      (isOn ? [...value, day] : value.filter((one) => one !== day)).toSorted() as never,
    )
  return (
    <div className={styles.energyHours}>
      <fieldset>
        <legend>{t('tariff.days')}</legend>
        {weekdays.map(({ number, short, long }) => (
          <label key={number}>
            <input
              type="checkbox"
              aria-label={long}
              checked={value.includes(String(number))}
              onChange={(event) => setDay(String(number), event.currentTarget.checked)}
            />
            {short}
          </label>
        ))}
        {error ? <p role="alert">{error}</p> : null}
      </fieldset>
      <NativeSelect label={t('tariff.fromHour')} data={hoursFrom} {...form.getInputProps(`${fieldPath}.from`)} />
      <NativeSelect label={t('tariff.toHour')} data={hoursTo} {...form.getInputProps(`${fieldPath}.to`)} />
      {many ? <RemoveButton what={t('tariff.days')} onClick={() => form.removeListItem(path, at)} /> : null}
    </div>
  )
}
