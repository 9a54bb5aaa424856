import { Text } from '@mantine/core'
import { IconHourglassLow } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Card } from '../../shared/layout/PageHeader.tsx'
import type { PlantDetails } from '../../shared/plant/plant.ts'
import { ArchiveCards } from '../plant-archive/index.ts'
import { ProCard } from '../pro-codes/index.ts'

const later = ['errorNotifications'] as const

/** The tier, what comes later, and at the end what is final. */
export function AdvancedTab({ details: { plant } }: { details: PlantDetails }) {
  const { t } = useTranslation('plants')
  return (
    <div className="vx-settings">
      <ProCard plant={plant} />
      <Card title={t('advanced.later')} aside={<IconHourglassLow size={16} aria-hidden />}>
        <div className="vx-settings-body">
          <Text size="sm" c="dimmed">
            {t('advanced.laterText')}
          </Text>
          <ul className="vx-later">
            {later.map((name) => (
              <li key={name}>{t(`advanced.${name}`)}</li>
            ))}
          </ul>
        </div>
      </Card>
      <ArchiveCards plant={plant} />
    </div>
  )
}
