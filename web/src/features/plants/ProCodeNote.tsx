import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { SupportContact } from '../../shared/session/SupportContact.tsx'

/** Where to get a Pro code, and whom to ask. */
export function ProCodeNote() {
  const { t } = useTranslation('plants')
  return (
    <Text component="div" size="sm" c="dimmed" className="vx-pro-code">
      <p>{t('proCode.from')}</p>
      <SupportContact />
    </Text>
  )
}
