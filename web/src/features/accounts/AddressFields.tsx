import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import * as styles from './accounts.module.css'

type FieldOf = (name: string) => object

/** Postal address of a person or company, without its country; every part is optional. */
export function AddressFields({ field }: { field: FieldOf }) {
  const { t } = useTranslation('accounts')
  return (
    <fieldset>
      <legend>{t('word.address')}</legend>
      <div className={styles.formPair}>
        <TextInput label={t('word.street')} autoComplete="address-line1" {...field('address.street')} />
        <TextInput label={t('fields.housenumber')} {...field('address.housenumber')} />
      </div>
      <div className={styles.formPair}>
        <TextInput label={t('word.postcode')} autoComplete="postal-code" {...field('address.cap')} />
        <TextInput label={t('word.city')} autoComplete="address-level2" {...field('address.city')} />
      </div>
      <TextInput label={t('fields.prov')} autoComplete="address-level1" {...field('address.prov')} />
    </fieldset>
  )
}
