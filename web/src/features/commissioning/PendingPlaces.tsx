import { IconChevronDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { isSendable, OutboxList, useOutbox } from '../outbox/index.ts'

/** This plant's unsent places on this device, collapsed unless one needs a decision. */
export function PendingPlaces() {
  const { t } = useTranslation('outbox')
  const { plantId } = useCurrentPlant()
  const entries = useOutbox().entries.filter((entry) => entry.plantId === plantId)
  if (entries.length === 0) return null
  return (
    <details className="vx-card vx-walk-kept" open={!entries.every(isSendable)}>
      <summary>
        <IconChevronDown size={18} aria-hidden />
        {t('title')}
        <span>{entries.length}</span>
      </summary>
      <OutboxList entries={entries} />
    </details>
  )
}
