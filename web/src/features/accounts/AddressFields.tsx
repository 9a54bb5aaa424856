import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CountrySelect } from '../../shared/form/CountrySelect.tsx'

type FieldOf = (name: string) => object

/** Postal address of a person or company; every part is optional. */
export function AddressFields({ field }: { field: FieldOf }) {
  const { t } = useTranslation('accounts')
  return (
    <fieldset>
      <legend>{t('fields.address')}</legend>
      <div className="vx-form-pair">
        <TextInput label={t('fields.street')} autoComplete="address-line1" {...field('address.street')} />
        <TextInput label={t('fields.housenumber')} {...field('address.housenumber')} />
      </div>
      <div className="vx-form-pair">
        <TextInput label={t('fields.cap')} autoComplete="postal-code" {...field('address.cap')} />
        <TextInput label={t('fields.city')} autoComplete="address-level2" {...field('address.city')} />
      </div>
      <div className="vx-form-pair">
        <TextInput label={t('fields.prov')} autoComplete="address-level1" {...field('address.prov')} />
        <CountrySelect label={t('fields.country')} clearable {...field('address.country')} />
      </div>
    </fieldset>
  )
}
