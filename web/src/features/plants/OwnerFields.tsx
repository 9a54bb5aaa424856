import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import * as styles from './plants.module.css'

type OwnerFieldsProps = {
  /** Input props for a field of the owner. */
  field: (name: 'name' | 'email' | 'phone' | 'piva') => object
}

/** The owner of a plant. */
export function OwnerFields({ field }: OwnerFieldsProps) {
  const { t } = useTranslation('plants')
  return (
    <>
      <div className={styles.pair}>
        <TextInput label={t('fields.ownerName')} {...field('name')} />
        <TextInput label={t('fields.ownerEmail')} type="email" {...field('email')} />
      </div>
      <div className={styles.pair}>
        <TextInput label={t('fields.ownerPhone')} type="tel" {...field('phone')} />
        <TextInput label={t('fields.ownerPiva')} {...field('piva')} />
      </div>
    </>
  )
}
