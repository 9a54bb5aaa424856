import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'

type OwnerFieldsProps = {
  /** What the form knows of a field of the owner. */
  field: (name: 'name' | 'email' | 'phone' | 'piva') => object
}

/** Whose a plant is. */
export function OwnerFields({ field }: OwnerFieldsProps) {
  const { t } = useTranslation('plants')
  return (
    <>
      <div className="vx-pair">
        <TextInput label={t('fields.ownerName')} {...field('name')} />
        <TextInput label={t('fields.ownerEmail')} type="email" {...field('email')} />
      </div>
      <div className="vx-pair">
        <TextInput label={t('fields.ownerPhone')} type="tel" {...field('phone')} />
        <TextInput label={t('fields.ownerPiva')} {...field('piva')} />
      </div>
    </>
  )
}
