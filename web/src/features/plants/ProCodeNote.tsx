import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { SupportContact } from '../../shared/session/SupportContact.tsx'

/** Where a Pro code comes from, and whom to ask for one. */
export function ProCodeNote() {
  const { t } = useTranslation('plants')
  return (
    <Text component="div" size="sm" c="dimmed" className="vx-pro-code">
      <p>{t('proCode.from')}</p>
      <SupportContact />
    </Text>
  )
}
