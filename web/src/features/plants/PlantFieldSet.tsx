import { SegmentedControl, Text, TextInput } from '@mantine/core'
import { plantTypes } from '@vigilux/contract/features/plants/plant.ts'
import type { Tier } from '@vigilux/contract/features/plants/tiers.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CountrySelect } from '../../shared/form/CountrySelect.tsx'
import * as formStyles from '../../shared/form/form.module.css'
import { TimeZoneSelect, zoneOfCountry } from '../../shared/form/TimeZoneSelect.tsx'
import { SupportContact } from '../../shared/session/SupportContact.tsx'
import { AddressPosition, PositionFields } from './PositionFields.tsx'
import type { PlantFields, PlantForm } from './plant-draft.ts'
import * as styles from './plants.module.css'

/** Where to get a Pro code, and whom to ask. */
function ProCodeNote() {
  const { t } = useTranslation('plants')
  return (
    <Text component="div" size="sm" c="dimmed" className={styles.proCode}>
      <p>{t('proCode.from')}</p>
      <SupportContact />
    </Text>
  )
}

type PartProps = { form: PlantForm }

type PlantFieldSetProps = PartProps & { tier?: Tier }

/** Name, type, address with position, and time zone of a plant. */
export function PlantFieldSet({ form, tier = 'basic' }: PlantFieldSetProps) {
  const { t } = useTranslation('plants')
  return (
    <>
      <TextInput label={t('fields.plantname')} withAsterisk data-autofocus {...form.getInputProps('plantname')} />
      <TypeField form={form} tier={tier} />
      <AddressFields form={form} />
    </>
  )
}

function TypeField({ form, tier }: PartProps & { tier: Tier }) {
  const { t } = useTranslation('plants')
  const { error } = form.getInputProps('plant_type') as { error?: string }
  const chosen = form.values.plant_type
  return (
    <fieldset aria-invalid={error ? true : undefined} tabIndex={error ? -1 : undefined}>
      <legend>
        {t('fields.plant_type')}{' '}
        <span aria-hidden className={formStyles.asterisk}>
          *
        </span>
      </legend>
      <SegmentedControl
        aria-label={t('fields.plant_type')}
        fullWidth
        data={plantTypes.map((value) => ({ value, label: t(`type.${value}`) }))}
        value={chosen ?? ''}
        onChange={(value) => form.setFieldValue('plant_type', value as PlantFields['plant_type'])}
      />
      {tier === 'pro' ? null : (
        <ul className={styles.typeTexts}>
          {plantTypes.map((type) => (
            <Text key={type} component="li" size="sm" {...(type === chosen ? {} : { c: 'dimmed' })}>
              <b>{t(`type.${type}`)}</b> {t(`typeText.${type}`)}
            </Text>
          ))}
        </ul>
      )}
      {tier === 'pro' || !chosen || chosen === 'basic' ? null : <ProCodeNote />}
      {error ? (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      ) : null}
    </fieldset>
  )
}

function AddressFields({ form }: PartProps) {
  const { t } = useTranslation('plants')
  const [zoneChosen, setZoneChosen] = useState(form.values.plantname !== '')
  const field = (name: string) => form.getInputProps(`address.${name}`)
  const proposeZone = (zone: string) => {
    if (!zoneChosen) form.setFieldValue('timezone', zone)
  }
  const chooseCountry = (country: string | null) => {
    form.setFieldValue('address.country', country)
    const countryZone = zoneOfCountry(country ?? '')
    if (countryZone && !zoneChosen) form.setFieldValue('timezone', countryZone)
  }
  const chooseZone = (zone: string | null) => {
    setZoneChosen(true)
    form.setFieldValue('timezone', zone ?? '')
  }
  return (
    <fieldset className={styles.address}>
      <legend>{t('word.address')}</legend>
      <div className={styles.addressParts}>
        <div>
          <CountrySelect label={t('word.country')} withAsterisk {...field('country')} onChange={chooseCountry} />
          <div className={`${styles.pair} ${styles.pairWide}`}>
            <TextInput label={t('word.street')} withAsterisk {...field('street')} />
            <TextInput label={t('fields.housenumber')} withAsterisk {...field('housenumber')} />
          </div>
          <div className={`${styles.pair} ${styles.pairWide}`}>
            <TextInput label={t('word.city')} withAsterisk {...field('city')} />
            <TextInput label={t('word.postcode')} {...field('cap')} />
          </div>
          <TextInput label={t('fields.prov')} {...field('prov')} />
          <TimeZoneSelect
            label={t('fields.timezone')}
            description={t('fields.timezoneHelp')}
            withAsterisk
            {...form.getInputProps('timezone')}
            onChange={chooseZone}
          />
          <AddressPosition form={form} onZone={proposeZone}>
            {(zone) =>
              zone === form.values.timezone ? null : (
                <Text size="sm" role="status">
                  {t('position.zone', { zone })}{' '}
                  <button type="button" className="vx-linklike" onClick={() => chooseZone(zone)}>
                    {t('position.take')}
                  </button>
                </Text>
              )
            }
          </AddressPosition>
        </div>
        <div>
          <PositionFields form={form} />
        </div>
      </div>
    </fieldset>
  )
}
