import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'

export const consentNames = ['marketing', 'profiling', 'thirdparts'] as const
export type ConsentName = (typeof consentNames)[number]

/** Three separate consents; none is required or preselected. */
export function ConsentFields({ field }: { field: (name: ConsentName) => object }) {
  const { t } = useTranslation('accounts')
  return consentNames.map((name) => <Checkbox key={name} label={t(`consent.${name}`)} {...field(name)} />)
}
