import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { BottomSheet } from '../feedback/BottomSheet.tsx'
import { FilterPanel } from './FilterPanel.tsx'

type SheetProps = ComponentProps<typeof FilterPanel> & { opened: boolean; onClose: () => void }

/** The filters on a phone. */
export function FilterSheet({ opened, onClose, ...panel }: SheetProps) {
  const { t } = useTranslation('shared')
  return (
    <BottomSheet opened={opened} onClose={onClose} title={t('table.filters')}>
      <FilterPanel {...panel} />
    </BottomSheet>
  )
}
