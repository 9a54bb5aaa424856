import { IconFileCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { pathTo } from '../../site-map.ts'
import { AppLink } from '../navigation.tsx'

export function HandoverLink({ plantId, isOpen }: { plantId: string; isOpen: boolean }) {
  const { t } = useTranslation('handover')
  return (
    <span>
      <IconFileCheck size={15} aria-hidden />
      <AppLink className="vx-finger" to={pathTo('handover', { plantId })}>
        {t(isOpen ? 'offer.goOn' : 'offer.begin')}
      </AppLink>
    </span>
  )
}
